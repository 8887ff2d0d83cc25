import { resetPassword } from '@guichet/contract/identity/account';
import { type FormEvent, useState } from 'react';
import type { LinkSecrets } from '../../../core/address/linkSecrets.ts';
import { call } from '../../../core/call/call.ts';
import { FailureNotice, isToldAtFields, useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import {
  NewPasswordFields,
  type NewPasswords,
  noPasswords,
} from '../../../core/parts/passwords/NewPasswordFields.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export interface ResetPasswordFormProps {
  secrets: LinkSecrets;
  onDone: (password: string) => void;
  onExpired: () => void;
}

export function ResetPasswordForm({ secrets, onDone, onExpired }: ResetPasswordFormProps) {
  const t = useT();
  const [passwords, setPasswords] = useState(noPasswords);
  const [isSaving, setSaving] = useState(false);
  const [sent, setSent] = useState(noPasswords);
  const [refusal, setRefusal] = useState<unknown>(null);
  const form = useFirstInvalidFocus(refusal);
  const bodyOf = (typed: NewPasswords) => ({ ...secrets, ...typed });
  const faultsAt = useFieldFaults(refusal, {
    schema: resetPassword.body.schema,
    sent: bodyOf(sent),
    now: bodyOf(passwords),
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setSent(passwords);
    setRefusal(null);
    try {
      const isSet = await call(resetPassword, { body: bodyOf(passwords) });
      if (isSet) return onDone(passwords.newPassword);
      showToast({ tone: 'danger', text: 'Token Expired', title: 'Error!', lang: 'en' });
      onExpired();
    } catch (failure) {
      setRefusal(failure);
      if (!isToldAtFields(failure)) showToast({ tone: 'danger', text: 'Error!', lang: 'en' });
    } finally {
      setSaving(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="flex flex-col gap-5">
      <NewPasswordFields
        userName={secrets.userName}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
      <FailureNotice failure={refusal} />
      <Button type="submit" variant="primary" full busy={isSaving} busyLabel={t('ResetPassword.Busy')}>
        {t('ResetPassword.Submit')}
      </Button>
    </form>
  );
}
