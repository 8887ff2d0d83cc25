import type { FileReport } from '@guichet/contract/imports/imports';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';

type Split = NonNullable<FileReport['splitNames']>;

/** Names as they are split. */
export function SplitNames({ names }: { names: Split['samples'] }) {
  const t = useT();
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {names.map((name) => (
        <li key={JSON.stringify(name)} className="wrap-anywhere">
          {t('Import.NameOrder.Sample', { ...name })}
        </li>
      ))}
    </ul>
  );
}

interface SplitNamesNoteProps {
  file: FileReport;
  onChoice: (choice: ReadingPatch) => void;
}

/** The whole names without a comma that were split, with the way to the other order. */
export function SplitNamesNote({ file: { splitNames }, onChoice }: SplitNamesNoteProps) {
  const t = useT();
  if (!splitNames) return null;
  const { order, count, samples } = splitNames;
  const other = order === 'firstLast' ? 'lastFirst' : 'firstLast';
  return (
    <Notice
      action={
        order && (
          <Button onClick={() => onChoice({ nameOrder: other })}>
            {t('Import.NameOrder.Other', { order: t(`Import.NameOrder.${other}`) })}
          </Button>
        )
      }
    >
      {t(order ? 'Import.NameOrder.Done' : 'Import.NameOrder.Capitals', { count })}
      <SplitNames names={samples} />
    </Notice>
  );
}
