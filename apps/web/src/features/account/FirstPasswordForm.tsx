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
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';

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
  const failureText = useFailureText();
  const userName = useSession((session) => session.username);
  const [passwords, setPasswords] = useState(noPasswords);
  const form = useFirstInvalidFocus(failure);
  const faultsAt = useFieldFaults(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(passwords);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <NewPasswordFields
        userName={userName ?? ''}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {cancelLabel ?? t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('ResetPassword.Busy')}>
          {t('ResetPassword.Submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
