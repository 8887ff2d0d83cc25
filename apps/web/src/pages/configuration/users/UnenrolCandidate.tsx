import type { ListedUser } from '@guichet/contract/users';
import { useUnenrol } from '../../../features/cohorts/cohorts.api.ts';
import { ConfirmCall } from '../../../parts/asking/ConfirmCall.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export interface UnenrolCandidateProps {
  systemId: number;
  cohortId: number;
  cohortTitle: string;
  /** Null while closed. */
  user: ListedUser | null;
  onClose: () => void;
}

/** Confirms that a candidate leaves a cohort (S8.13); after a failure only No is enabled (S4.37). */
export function UnenrolCandidate({ systemId, cohortId, cohortTitle, user, onClose }: UnenrolCandidateProps) {
  const t = useT();
  const unenrol = useUnenrol(systemId, cohortId);

  const { fullName: name = '', email = '' } = useLastGiven(user) ?? {};

  function confirm() {
    const onSuccess = (wasEnrolled: boolean) => {
      if (wasEnrolled) showToast({ tone: 'success', text: t('Unenrol.Ok'), lang: 'fr' });
      else showToast({ tone: 'danger', text: t('Unenrol.Error'), lang: 'fr' });
      onClose();
    };
    unenrol.mutate(user?.learningPlatformId ?? '', { onSuccess });
  }

  return (
    <ConfirmCall
      call={unenrol}
      open={user !== null}
      title={t('Unenrol.Title', { name })}
      messages={[
        <div key="question" className="flex flex-col gap-2">
          <p>{t('Unenrol.Question', { name, email, cohort: cohortTitle })}</p>
          <p className="text-muted">{t('Unenrol.Consequences')}</p>
        </div>,
      ]}
      busyLabel={t('Unenrol.Busy')}
      confirmDisabled={unenrol.isError}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
