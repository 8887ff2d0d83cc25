import { useState } from 'react';
import { DialogForm } from '../../parts/forms/DialogForm.tsx';
import {
  NewPasswordFields,
  type NewPasswords,
  noPasswords,
} from '../../parts/passwords/NewPasswordFields.tsx';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useSession } from '../../platform/session/sessionStore.ts';

export interface FirstPasswordFormProps {
  busy: boolean;
  failure: unknown;
  onSave: (passwords: NewPasswords) => void;
  onCancel: () => void;
  /** Label of the cancel button; by default it offers to postpone. */
  cancelLabel?: string;
}

export function FirstPasswordForm(props: FirstPasswordFormProps) {
  const { busy, failure, onSave, onCancel, cancelLabel } = props;
  const t = useT();
  const userName = useSession((session) => session.username);
  const [passwords, setPasswords] = useState(noPasswords);
  const faultsAt = useFieldFaults(failure);

  return (
    <DialogForm
      submitLabel={t('ResetPassword.Submit')}
      busyLabel={t('ResetPassword.Busy')}
      cancelLabel={cancelLabel}
      busy={busy}
      failure={failure}
      onSubmit={() => onSave(passwords)}
      onCancel={onCancel}
    >
      <NewPasswordFields
        userName={userName ?? ''}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
    </DialogForm>
  );
}
