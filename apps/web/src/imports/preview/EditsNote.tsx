import type { FileReport } from '@guichet/contract/imports/imports';
import { type ReactNode, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Question } from '../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { ArrowRightIcon } from '../../ui/icons/publicIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { useFieldName } from '../columns/useFieldName.ts';
import type { ReadingPatch } from '../draft.ts';
import { lineText } from '../lineText.ts';
import { LinesAside } from './LinesAside.tsx';

interface EditsNoteProps {
  file: FileReport;
  /** The button that downloads the lines set aside with their reasons. */
  download: ReactNode;
  onChoice: (choice: ReadingPatch) => void;
}

/** The lines that were left aside, with their reasons to download, and the cells that were corrected. */
export function EditsNote({ file: { setAside = [], corrected = [] }, download, onChoice }: EditsNoteProps) {
  const t = useT();
  const fieldName = useFieldName();
  const [isAsked, ask] = useState(false);
  return (
    <>
      {setAside.length > 0 && (
        <Notice
          tone="warning"
          title={t('Import.SetAside.Title', { count: setAside.length })}
          action={
            <div className="flex flex-wrap gap-2">
              {download}
              <SmallButton onClick={() => onChoice({ setAside: [] })}>
                {t('Import.SetAside.Undo', { count: setAside.length })}
              </SmallButton>
            </div>
          }
        >
          <LinesAside lines={setAside} />
        </Notice>
      )}
      {corrected.length > 0 && (
        <Notice
          title={t('Import.Corrected.Title', { count: corrected.length })}
          action={<SmallButton onClick={() => ask(true)}>{t('Import.Corrected.Undo')}</SmallButton>}
        >
          <ul className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-y-auto">
            {corrected.map(({ field, before, after, ...place }) => (
              <li key={`${lineText(place)} ${field}`} className="flex flex-wrap items-center gap-x-1.5">
                <span>
                  {t('Import.Notes.RepairedAt', { line: lineText(place), column: fieldName(field) })}
                </span>
                {/* The texts of a confidential field are both empty. */}
                <span>{before || t(after ? 'Import.Problems.NoText' : 'Import.Corrected.Hidden')}</span>
                <ArrowRightIcon size={14} />
                <span className="font-semibold">
                  {after || t(before ? 'Import.Problems.NoText' : 'Import.Corrected.HiddenNew')}
                </span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Question
        open={isAsked}
        title={t('Import.Corrected.Undo')}
        confirmLabel={t('Import.Corrected.Restore')}
        tone="danger"
        onConfirm={() => onChoice({ corrections: [] })}
        onClose={() => ask(false)}
      >
        <p>{t('Import.Corrected.Ask', { count: corrected.length })}</p>
      </Question>
    </>
  );
}
