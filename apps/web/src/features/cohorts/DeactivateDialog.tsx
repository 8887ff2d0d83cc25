import type { Cohort } from '@guichet/contract/cohorts';
import { ConfirmCall } from '../../parts/asking/ConfirmCall.tsx';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useDeactivateCohort } from './cohorts.api.ts';

export interface DeactivateDialogProps {
  systemId: number;
  /** Null while closed. */
  cohort: Cohort | null;
  onClose: () => void;
}

/** S4.7: deactivates the cohort after two confirmations. */
export function DeactivateDialog({ systemId, cohort, onClose }: DeactivateDialogProps) {
  const t = useT();
  const { longDay } = useFormats();
  const deactivate = useDeactivateCohort(systemId);

  function confirm() {
    if (!cohort) return;
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Cohort.Deactivate.Done', { title: cohort.title }) });
      onClose();
    };
    deactivate.mutate(cohort, { onSuccess });
  }

  const { title = '', date, numberOfCandidates: count = 0 } = useLastGiven(cohort) ?? {};
  const about = { title, date: date ? longDay(date) : '', count };
  return (
    <ConfirmCall
      call={deactivate}
      open={cohort !== null}
      title={t('Cohort.Deactivate.Title', { title })}
      messages={[t('Cohort.Deactivate.First', about), t('Cohort.Deactivate.Second', about)]}
      busyLabel={t('Cohort.Deactivate.Busy')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
