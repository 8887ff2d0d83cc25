import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { useT } from '../../core/i18n/useT.ts';
import { useDelayedFlag } from '../../core/timing/useDelayedFlag.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchIcon } from '../../ui/icons/moreIcons.tsx';
import type { ImportOrder } from '../draft.ts';

export interface CheckStepProps {
  order: ImportOrder | null;
  hasExam: boolean;
  hasFile: boolean;
  /** Whether the mails are to leave later while the hour is missing. */
  needsHour: boolean;
  busy: boolean;
  onCheck: () => void;
  onMatch: () => void;
}

/** Requests the preview, or names the missing choice. */
export function CheckStep({ order, hasExam, hasFile, needsHour, busy, onCheck, onMatch }: CheckStepProps) {
  const t = useT();
  // Takes the focus when a choice has the list read again, since the pressed button disappears with its
  // question.
  const check = useFocusIfLost<HTMLButtonElement>(busy);
  const isSlow = useDelayedFlag(busy);
  function hint() {
    if (order) return 'Import.Check.Hint';
    if (needsHour) return 'Import.Check.NeedsHour';
    if (hasFile) return 'Import.Check.NeedsExam';
    return hasExam ? 'Import.Check.NeedsFile' : 'Import.Check.NeedsBoth';
  }
  return (
    <div className="sm:-mx-6 sm:-mb-6 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5 sm:sticky sm:bottom-0 sm:z-10 sm:rounded-b-lg sm:bg-surface sm:px-6 sm:py-3 [:root:has(&)]:sm:scroll-pb-18">
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
      <p className="text-muted text-sm">{t(hint())}</p>
    </div>
  );
}
