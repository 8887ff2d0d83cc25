import type { FileReport } from '@guichet/contract/imports';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ArrowRightIcon } from '../../../ui/icons/publicIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';

export interface RepairedNoteProps {
  repaired: FileReport['repaired'];
  onChoice: (choice: ReadingPatch) => void;
}

const shown = 5;

/** The repaired cells, one by one. */
export function RepairedNote({ repaired: { cells, samples }, onChoice }: RepairedNoteProps) {
  const t = useT();
  if (cells === 0) return null;
  const changes = (part: typeof samples) => (
    <ul className="mt-1 flex flex-col gap-0.5">
      {part.map(({ line, column, before, after }) => (
        <li key={`${line} ${column}`} className="flex flex-wrap items-center gap-x-1.5">
          <span>{t('Import.Notes.RepairedAt', { line: String(line), column })}</span>
          <span>{before}</span>
          <ArrowRightIcon size={14} />
          <span className="font-semibold">{after}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <Notice
      tone="warning"
      action={<Button onClick={() => onChoice({ repairText: false })}>{t('Import.Notes.RepairUndo')}</Button>}
    >
      {t('Import.Notes.Repaired', { count: cells })}
      {changes(samples.slice(0, shown))}
      {samples.length > shown && (
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">
            {t('Import.Notes.ShowAll', { count: samples.length - shown })}
          </summary>
          {changes(samples.slice(shown))}
        </details>
      )}
    </Notice>
  );
}
