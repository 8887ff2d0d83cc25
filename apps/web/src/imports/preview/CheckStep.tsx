import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { useT } from '../../core/i18n/useT.ts';
import { useDelayedFlag } from '../../core/timing/useDelayedFlag.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchIcon } from '../../ui/icons/moreIcons.tsx';
import type { ImportOrder } from '../draft.ts';

export interface CheckStepProps {
  order: ImportOrder | null;
  hasFile: boolean;
  /** The mails are to leave later, and nobody said when. */
  needsHour: boolean;
  /** The preview is loading. */
  busy: boolean;
  onCheck: () => void;
  onMatch: () => void;
}

/** Requests the preview, or says what is missing for it. */
export function CheckStep({ order, hasFile, needsHour, busy, onCheck, onMatch }: CheckStepProps) {
  const t = useT();
  // After a choice about the list, which is then read again: the pressed button went with its question.
  const check = useFocusIfLost<HTMLButtonElement>(busy);
  const isSlow = useDelayedFlag(busy);
  const missing = needsHour
    ? 'Import.Check.NeedsHour'
    : hasFile
      ? 'Import.Check.NeedsCohort'
      : 'Import.Check.NeedsFile';
  const hint = order ? 'Import.Check.Hint' : missing;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5">
      <Button
        ref={check}
        variant="primary"
        icon={SearchIcon}
        disabled={order === null}
        busy={isSlow}
        busyLabel={t('Import.Check.Busy')}
        onClick={onCheck}
      >
        {t('Import.Check')}
      </Button>
      <Button variant="quiet" disabled={order === null || busy} onClick={onMatch}>
        {t('Import.Match.Open')}
      </Button>
      <p className="text-muted text-sm">{t(hint)}</p>
    </div>
  );
}
