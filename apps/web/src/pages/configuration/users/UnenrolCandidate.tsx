import type { ListedUser } from '@guichet/contract/users';
import { useUnenrol } from '../../../features/cohorts/cohorts.api.ts';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
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

interface UnenrolDialogProps {
  /** Null while closed. */
  user: ListedUser | null;
  cohortTitle: string;
  busy: boolean;
  failure: unknown;
  onConfirm: (user: ListedUser) => void;
  onClose: () => void;
}

/** Confirms that a candidate leaves a cohort; after a failure only No is enabled (S4.37). */
function UnenrolDialog(props: UnenrolDialogProps) {
  const { user, cohortTitle, busy, failure, onConfirm, onClose } = props;
  const t = useT();
  const failureText = useFailureText();
  const { fullName = '', email = '' } = useLastGiven(user) ?? {};
  return (
    <ConfirmDialog
      open={user !== null}
      title={t('Unenrol.Title', { name: fullName })}
      messages={[
        <div key="question" className="flex flex-col gap-2">
          <p>{t('Unenrol.Question', { name: fullName, email, cohort: cohortTitle })}</p>
          <p className="text-muted">{t('Unenrol.Consequences')}</p>
        </div>,
      ]}
      tone="danger"
      confirmLabel={t('Dialog.Yes')}
      cancelLabel={t('Dialog.No')}
      closeLabel={t('Dialog.Close')}
      busyLabel={t('Unenrol.Busy')}
      busy={busy}
      confirmDisabled={failure !== null}
      error={failure !== null && failureText(failure)}
      onConfirm={() => user && onConfirm(user)}
      onClose={onClose}
    />
  );
}
