import type { ListedUser } from '@guichet/contract/users';
import { useUnenrol } from '../../../features/cohorts/cohorts.api.ts';
import { UnenrolDialog } from '../../../features/users/UnenrolDialog.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export interface UnenrolCandidateProps {
  systemId: number;
  cohortId: number;
  cohortTitle: string;
  user: ListedUser | null;
  onClose: () => void;
}

/** Confirms and removes the candidate, and shows the result with the texts of S8.13. */
export function UnenrolCandidate({ systemId, cohortId, cohortTitle, user, onClose }: UnenrolCandidateProps) {
  const t = useT();
  const unenrol = useUnenrol(systemId, cohortId);

  function close() {
    unenrol.reset();
    onClose();
  }

  function confirm({ learningPlatformId }: ListedUser) {
    const onSuccess = (wasEnrolled: boolean) => {
      if (wasEnrolled) showToast({ tone: 'success', text: t('Unenrol.Ok'), lang: 'fr' });
      else showToast({ tone: 'danger', text: t('Unenrol.Error'), lang: 'fr' });
      close();
    };
    unenrol.mutate(learningPlatformId ?? '', { onSuccess });
  }

  return (
    <UnenrolDialog
      user={user}
      cohortTitle={cohortTitle}
      busy={unenrol.isPending}
      failure={unenrol.error}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
