import { type FormEvent, useState } from 'react';
import {
  NewPasswordFields,
  type NewPasswords,
  noPasswords,
} from '../../../parts/passwords/NewPasswordFields.tsx';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Dialog, DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DoneNotice } from '../DoneNotice.tsx';
import type { Person } from '../person.ts';
import { useUpdatePassword } from '../users.api.ts';
import { GivenMailFields } from './GivenMailFields.tsx';
import { PasswordDrawer } from './PasswordDrawer.tsx';
import { mailFields, useGivenMail } from './useGivenMail.ts';

export interface ChangePasswordDialogProps {
  /** Null while closed. */
  person: Person | null;
  onClose: () => void;
}

/** Sets another person's password, and mails it if requested (S4.34, S8.17). */
export function ChangePasswordDialog({ person, onClose }: ChangePasswordDialogProps) {
  const t = useT();
  const update = useUpdatePassword();
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};

  function close() {
    update.reset();
    onClose();
  }

  return (
    <Dialog
      open={person !== null}
      onClose={close}
      title={t('ChangePassword.Of', { name })}
      closeLabel={t('Dialog.Close')}
      busy={update.isPending}
      sticky
    >
      {update.isSuccess ? (
        <DoneNotice onEnd={close}>{t('ChangePassword.Done', { name })}</DoneNotice>
      ) : (
        <ChangePasswordForm
          userName={email}
          busy={update.isPending}
          failure={update.error}
          onCancel={close}
          onSave={(form) =>
            update.mutate(
              { userId: id, ...form },
              { onSuccess: () => showToast({ tone: 'success', text: t('ChangePassword.Ok'), lang: 'fr' }) },
            )
          }
        />
      )}
    </Dialog>
  );
}

interface ChangePasswordFormProps {
  userName: string;
  busy: boolean;
  failure: unknown;
  onSave: (form: NewPasswords & ReturnType<typeof mailFields>) => void;
  onCancel: () => void;
}

function ChangePasswordForm({ userName, busy, failure, onSave, onCancel }: ChangePasswordFormProps) {
  const t = useT();
  const failureText = useFailureText();
  const [passwords, setPasswords] = useState(noPasswords);
  const given = useGivenMail('changePassword', false);
  const form = useFirstInvalidFocus(failure);
  const faultsAt = useFieldFaults(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ ...passwords, ...mailFields(given.mail) });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">{t('ChangePassword.Lead', { email: userName })}</p>
      <NewPasswordFields userName={userName} value={passwords} onChange={setPasswords} faultsAt={faultsAt}>
        <PasswordDrawer
          password={passwords.newPassword}
          onDraw={(drawn) => setPasswords({ newPassword: drawn, confirmNewPassword: drawn })}
        />
      </NewPasswordFields>
      <GivenMailFields {...given} languageLabel={t('GivenMail.Language')} faultsAt={faultsAt} />
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('ResetPassword.Busy')}>
          {t('ResetPassword.Submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
