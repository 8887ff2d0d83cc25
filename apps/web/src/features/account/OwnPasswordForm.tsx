import { type FormEvent, useState } from 'react';
import {
  NewPasswordFields,
  type NewPasswords,
  noPasswords,
} from '../../parts/passwords/NewPasswordFields.tsx';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useSession } from '../../platform/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';

export interface OwnPasswordFormProps {
  busy: boolean;
  failure: unknown;
  /** The current password was wrong. */
  isWrong: boolean;
  onSave: (form: NewPasswords & { readonly currentPassword: string }) => void;
}

export function OwnPasswordForm({ busy, failure, isWrong, onSave }: OwnPasswordFormProps) {
  const t = useT();
  const failureText = useFailureText();
  const userName = useSession((session) => session.username);
  const [currentPassword, setCurrentPassword] = useState('');
  const [passwords, setPasswords] = useState(noPasswords);
  const form = useFirstInvalidFocus(isWrong || failure);
  const faultsAt = useFieldFaults(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ currentPassword, ...passwords });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <PasswordField
        label={t('Account.Password.Current')}
        name="currentPassword"
        autoComplete="current-password"
        showLabel={t('Password.Show')}
        hideLabel={t('Password.Hide')}
        capsLockLabel={t('Password.CapsLock')}
        value={currentPassword}
        onChange={({ target }) => setCurrentPassword(target.value)}
        error={isWrong ? t('Account.Password.Wrong') : faultsAt('currentPassword')}
      />
      <NewPasswordFields
        userName={userName ?? ''}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('ResetPassword.Busy')}>
          {t('Account.Password.Change')}
        </Button>
      </div>
    </form>
  );
}
