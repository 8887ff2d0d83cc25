import type { Problem } from '@guichet/contract/imports.problems';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';

export interface RefusalRemedyProps {
  problems: readonly Problem[];
  onChoice: (choice: ReadingPatch) => void;
}

/** Remedies that the portal can apply to a list on request. */
export function RefusalRemedy({ problems, onChoice }: RefusalRemedyProps) {
  const t = useT();
  if (!problems.some(({ code }) => code === 'import.encodedTwice')) return null;
  return (
    <Notice
      title={t('Import.Notes.RepairOffer.Title')}
      action={<Button onClick={() => onChoice({ repairText: true })}>{t('Import.Notes.Repair')}</Button>}
    >
      {t('Import.Notes.RepairOffer')}
    </Notice>
  );
}
