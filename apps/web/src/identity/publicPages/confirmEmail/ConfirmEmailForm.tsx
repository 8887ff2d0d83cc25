import { confirmAddress, confirmOwnAddress } from '@guichet/contract/identity/account.confirmation';
import { type FormEvent, useState } from 'react';
import type { LinkSecrets } from '../../../core/address/linkSecrets.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { call } from '../../../core/call/call.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useWaitText } from '../../../core/forms/useWaitText.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { CurrentPasswordField } from '../../../core/parts/passwords/CurrentPasswordField.tsx';
import { signOut, useSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { Alert } from '../../../ui/states/Notice.tsx';

export interface ConfirmEmailFormProps {
  secrets: LinkSecrets;
  needsPassword: boolean;
  onDone: () => void;
  onOver: () => void;
}

/** The button that confirms an address; asks for the password if it must, without a session here. */
export function ConfirmEmailForm({ secrets, needsPassword, onDone, onOver }: ConfirmEmailFormProps) {
  const t = useT();
  const waitText = useWaitText();
  const hasSession = useSession((session) => session.isAuthenticated && !session.isImpersonating);
  const [isOther, setOther] = useState(false);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const form = useFirstInvalidFocus(fault || refusal);
  const usesSession = needsPassword && hasSession && !isOther;
  const asksPassword = needsPassword && !usesSession;

  /** Confirms in the open session; `otherAccount` when that session belongs to another account or is over. */
  async function inSession() {
    try {
      return (await call(confirmOwnAddress, { body: secrets })).outcome;
    } catch (failure) {
      if (failure instanceof CallFailed && failure.status === 401) return 'otherAccount' as const;
      throw failure;
    }
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setFault('');
    setRefusal(null);
    if (asksPassword && password === '') return setFault(t('ConfirmEmail.Password.Missing'));
    setSaving(true);
    try {
      const body = { ...secrets, ...(asksPassword && { password }) };
      const outcome = usesSession ? await inSession() : (await call(confirmAddress, { body })).outcome;
      if (outcome === 'over') return onOver();
      if (outcome === 'otherAccount' || outcome === 'passwordNeeded') return setOther(true);
      if (outcome === 'wrongPassword') return setFault(t('ConfirmEmail.Password.Wrong'));
      // The session is over: a new address ends every session of its account.
      if (usesSession) signOut();
      onDone();
    } catch (failure) {
      setRefusal(failure);
    } finally {
      setSaving(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={confirm} className="flex flex-col gap-5">
      {asksPassword && (
        <CurrentPasswordField
          label={t('ConfirmEmail.Password')}
          hint={t(isOther ? 'ConfirmEmail.Password.Other' : 'ConfirmEmail.Password.Why')}
          userName={secrets.userName}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={fault}
        />
      )}
      {isTooMany(refusal) ? (
        <Alert>
          {t('ConfirmEmail.TooMany')} {refusal.retryAfter !== null && waitText(refusal.retryAfter)}{' '}
          {t('ConfirmEmail.TooMany.Then')}
        </Alert>
      ) : (
        <FailureNotice failure={refusal} />
      )}
      <Button type="submit" variant="primary" full busy={isSaving} busyLabel={t('ConfirmEmail.Busy')}>
        {t('ConfirmEmail.Submit')}
      </Button>
      <div className="flex flex-col gap-2 text-muted">
        <p>{t('ConfirmEmail.NotYours')}</p>
        {asksPassword && <p>{t('ConfirmEmail.NoPassword')}</p>}
      </div>
    </form>
  );
}

/** Whether the rate limit refused the call, before the password was checked. */
function isTooMany(refusal: unknown): refusal is CallFailed {
  return refusal instanceof CallFailed && refusal.code === 'request.tooMany';
}
