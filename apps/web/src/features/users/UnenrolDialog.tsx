import type { ListedUser } from '@guichet/contract/users';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';

export interface UnenrolDialogProps {
  /** Null while closed. */
  user: ListedUser | null;
  cohortTitle: string;
  busy: boolean;
  failure: unknown;
  onConfirm: (user: ListedUser) => void;
  onClose: () => void;
}

/** Confirms that a candidate leaves a cohort; after a failure only No is enabled (S4.37). */
export function UnenrolDialog(props: UnenrolDialogProps) {
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
