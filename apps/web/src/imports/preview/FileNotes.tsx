import type { FileReport } from '@guichet/contract/imports/imports';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ArrowRightIcon } from '../../ui/icons/publicIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { NoticeList } from '../../ui/states/NoticeList.tsx';
import type { ReadingPatch } from '../draft.ts';
import { lineText } from '../lineText.ts';
import { EncodingChoice } from './EncodingChoice.tsx';
import { SplitNamesNote } from './SplitNames.tsx';

interface FileNotesProps {
  file: FileReport;
  onChoice: (choice: ReadingPatch) => void;
}

/** Everything in a list that was skipped or changed. */
export function FileNotes(props: FileNotesProps) {
  const { skipped } = props.file;
  return (
    <>
      <HiddenNote {...props} />
      <SplitNamesNote {...props} />
      <RepairedNote {...props} />
      <SkippedNote skipped={skipped} />
      <EncodingNote {...props} />
    </>
  );
}

/** The number of rows hidden in the workbook, with the option to include or skip them. */
function HiddenNote({ file, onChoice }: FileNotesProps) {
  const t = useT();
  const { rows, included } = file.hidden;
  if (rows === 0) return null;
  return (
    <Notice
      tone={included ? 'info' : 'warning'}
      action={
        <Button onClick={() => onChoice({ includeHidden: !included })}>
          {t(included ? 'Import.Notes.LeaveOutHidden' : 'Import.Notes.IncludeHidden')}
        </Button>
      }
    >
      {t(included ? 'Import.Notes.HiddenIncluded' : 'Import.Notes.HiddenLeftOut', { count: rows })}
    </Notice>
  );
}

const shown = 5;

function RepairedNote({ file, onChoice }: FileNotesProps) {
  const t = useT();
  const { cells, samples, left } = file.repaired;
  if (left > 0) {
    return (
      <Notice
        tone="warning"
        action={<Button onClick={() => onChoice({ repairCells: true })}>{t('Import.Notes.Repair')}</Button>}
      >
        {t('Import.Notes.NotRepaired', { count: left })}
      </Notice>
    );
  }
  if (cells === 0) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button onClick={() => onChoice({ repairText: false, repairCells: false })}>
          {t('Import.Notes.RepairUndo')}
        </Button>
      }
    >
      {t('Import.Notes.Repaired', { count: cells })}
      <NoticeList
        of={samples}
        keyOf={({ column, ...place }) => `${lineText(place)} ${column}`}
        shown={shown}
        more={t('Import.Notes.ShowAll', { count: samples.length - shown })}
      >
        {({ column, before, after, ...place }) => (
          <span className="flex flex-wrap items-center gap-x-1.5">
            <span>{t('Import.Notes.RepairedAt', { line: lineText(place), column })}</span>
            <span>{before}</span>
            <ArrowRightIcon size={14} />
            <span className="font-semibold">{after || t('Import.Problems.NoText')}</span>
          </span>
        )}
      </NoticeList>
    </Notice>
  );
}

/** Skipped lines without a candidate: titles, rules, totals, repeated headings. */
function SkippedNote({ skipped }: Pick<FileReport, 'skipped'>) {
  const t = useT();
  if (skipped.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="mb-1.5 font-medium text-ink">{t('Import.Notes.Skipped', { count: skipped.length })}</p>
      <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {skipped.map(({ kind, text, ...place }) => (
          <li key={lineText(place)} className="wrap-anywhere text-muted">
            <span className="text-ink">{text}</span> ({t(`Import.Skipped.${kind}`, { line: lineText(place) })}
            )
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names the encoding in which the letters were read, with samples, and offers the others that make sense. */
function EncodingNote({ file, onChoice }: FileNotesProps) {
  const t = useT();
  const { encoding, encodings, corrected = [] } = file;
  const others = encodings.filter((one) => one.encoding !== encoding && one.samples.length > 0);
  const own = encodings.find((one) => one.encoding === encoding);
  if (!own || own.samples.length === 0) return null;
  // The samples are of the file, in which a corrected name stands as before.
  const names = own.samples.map((sample) =>
    corrected.reduce(
      (name, { before, after }) => (before ? name.replace(before, () => after) : name),
      sample,
    ),
  );
  return (
    <div className="text-sm">
      <p className="text-muted">
        {t('Import.Encoding.Read', { encoding: t(`Import.Encoding.${own.encoding}`) })}{' '}
        <bdi className="wrap-anywhere font-medium text-ink">{names.join(' · ')}</bdi>
      </p>
      {others.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">{t('Import.Encoding.Others')}</summary>
          <EncodingChoice readings={others} onChoose={(chosen) => onChoice({ encoding: chosen })} />
        </details>
      )}
    </div>
  );
}
