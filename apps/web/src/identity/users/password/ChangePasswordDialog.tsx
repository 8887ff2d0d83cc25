import { updatePassword } from '@guichet/contract/identity/account.given';
import type { Proof } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import type { CallInput } from '../../../core/call/input.ts';
import { useCall } from '../../../core/call/query.ts';
import { useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog, DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { noPasswords } from '../../../core/parts/passwords/NewPasswordFields.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DoneNotice } from '../DoneNotice.tsx';
import type { Person } from '../person.ts';
import { lacksProof, SuperAdminDialog } from '../roles/SuperAdminDialog.tsx';
import { GivenMailFields } from './GivenMailFields.tsx';
import { GivenPasswordFields } from './GivenPasswordFields.tsx';
import { mailFields, useGivenMail } from './useGivenMail.ts';

export interface ChangePasswordDialogProps {
  person: Person | null;
  onClose: () => void;
}

/** Sets another person's password, and mails it if requested (S4.34, S8.17). A super admin's takes a proof. */
export function ChangePasswordDialog({ person, onClose }: ChangePasswordDialogProps) {
  const t = useT();
  const update = useCall(updatePassword);
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};
  const [unproven, setUnproven] = useState<NewPassword | null>(null);

  function close() {
    update.reset();
    onClose();
  }

  function save(form: NewPassword, proof?: Proof) {
    const onSuccess = () => showToast({ tone: 'success', text: t('ChangePassword.Ok'), lang: 'fr' });
    const onSettled = (_done: unknown, failure: unknown) => setUnproven(lacksProof(failure) ? form : null);
    update.mutate({ body: { ...form, ...(proof && { proof }) } }, { onSuccess, onSettled });
  }

  return (
    <ClosableDialog open={person !== null} onClose={close} title={t('ChangePassword.Of', { name })}>
      {update.isSuccess ? (
        <DoneNotice onEnd={close}>{t('ChangePassword.Done', { name })}</DoneNotice>
      ) : (
        <>
          <ChangePasswordForm
            userName={email}
            name={name}
            busy={update.isPending}
            failure={lacksProof(update.error) ? null : update.error}
            sent={update.variables?.body}
            userId={id}
            onSave={save}
          />
          <SuperAdminDialog
            what="Password"
            name={unproven && name}
            change={update}
            onProof={(proof) => unproven && save(unproven, proof)}
            onClose={() => setUnproven(null)}
          />
        </>
      )}
    </ClosableDialog>
  );
}

type NewPassword = CallInput<typeof updatePassword>['body'];

interface ChangePasswordFormProps {
  userId: number;
  userName: string;
  name: string;
  busy: boolean;
  failure: unknown;
  sent: NewPassword | undefined;
  onSave: (body: NewPassword) => void;
}

function ChangePasswordForm({ userId, userName, name, sent, onSave, ...form }: ChangePasswordFormProps) {
  const t = useT();
  const [passwords, setPasswords] = useState(noPasswords);
  const given = useGivenMail('ChangePassword', false);
  const { sendPassword } = given.mail;
  const now = { userId, ...passwords, ...mailFields(given.mail), sendPassword };
  const faultsAt = useFieldFaults(form.failure, { schema: updatePassword.body.schema, sent, now });
  return (
    <DialogForm
      {...form}
      submitLabel={t('ResetPassword.Submit')}
      busyLabel={t('ResetPassword.Busy')}
      onSubmit={() => onSave(now)}
    >
      <p className="text-muted">{t('ChangePassword.Lead', { email: userName })}</p>
      <GivenPasswordFields
        userName={userName}
        name={name}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
      <GivenMailFields {...given} languageLabel={t('GivenMail.Language')} faultsAt={faultsAt} />
    </DialogForm>
  );
}
