import type { FileReport } from '@guichet/contract/imports';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';

export interface HiddenNoteProps {
  hidden: FileReport['hidden'];
  onChoice: (choice: ReadingPatch) => void;
}

/** The number of rows hidden in the workbook, and the option to include or skip them. */
export function HiddenNote({ hidden: { rows, included }, onChoice }: HiddenNoteProps) {
  const t = useT();
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
