import { forgotPassword } from '@guichet/contract/identity/account';
import { type FormEvent, useState } from 'react';
import { useQueryParam, useQuerySystemId } from '../../core/address/location.ts';
import { keepAddress, typedAddress } from '../../core/address/typedAddress.ts';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import { useFailureText, useValidationText } from '../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Alert } from '../../ui/states/Notice.tsx';
import { BackToSignIn } from './BackToSignIn.tsx';
import { PlainPage } from './PlainPage.tsx';
import { SentLink } from './SentLink.tsx';

type Outcome =
  | { kind: 'sent'; email: string }
  | { kind: 'unknown' | 'other' }
  | { kind: 'fault'; key: string }
  | { kind: 'failed'; failure: unknown };

/** Sends a link to a password. A mail without a link of its own leads here with its reader's address, `?u=`. */
export default function ForgotPasswordPage() {
  const t = useT();
  const language = useLanguage();
  const systemId = useQuerySystemId();
  const validationText = useValidationText();
  const failureText = useFailureText();
  const mailedTo = useQueryParam('u');
  const [known] = useState(() => mailedTo ?? typedAddress());
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useFirstInvalidFocus(outcome);
  const title = t(mailedTo ? 'ForgotPassword.FirstTitle' : 'ForgotPassword.Title');
  usePageTitle(title);

  const requestFor = (email: string) => ({ email, systemId, languageId: language });

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setSending(true);
    try {
      const reply = await call(forgotPassword, { body: requestFor(email) });
      setOutcome(reply === 'unknownEmail' ? { kind: 'unknown' } : { kind: 'sent', email });
    } catch (failure) {
      const fault =
        failure instanceof CallFailed ? failure.errors.find(({ path }) => path === 'email') : undefined;
      setOutcome(fault ? { kind: 'fault', key: fault.messageKey } : { kind: 'failed', failure });
    } finally {
      setSending(false);
    }
  }

  if (outcome?.kind === 'sent') {
    return (
      <PlainPage key="sent" takesFocus title={t('ForgotPassword.Feedback.SuccessTitle')} officeOf={systemId}>
        <div className="flex flex-col gap-2">
          <SentLink request={requestFor(outcome.email)} onOther={() => setOutcome({ kind: 'other' })} />
          <BackToSignIn systemId={systemId} />
        </div>
      </PlainPage>
    );
  }

  return (
    <PlainPage
      title={title}
      lead={t(mailedTo ? 'ForgotPassword.FirstLead' : 'ForgotPassword.Lead')}
      officeOf={systemId}
    >
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-5">
        {outcome?.kind === 'failed' && <Alert>{failureText(outcome.failure)}</Alert>}
        <TextField
          label={t('ForgotPassword.Email')}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={outcome?.kind === 'other' ? typedAddress() || known : known}
          autoFocus={outcome?.kind === 'other'}
          onInput={({ currentTarget }) => keepAddress(currentTarget.value)}
          error={errorText()}
        />
        <Button type="submit" variant="primary" full busy={isSending} busyLabel={t('ForgotPassword.Busy')}>
          {t('ForgotPassword.Submit')}
        </Button>
        <BackToSignIn systemId={systemId} />
      </form>
    </PlainPage>
  );

  function errorText(): string | undefined {
    if (outcome?.kind === 'unknown') return t('ForgotPassword.Feedback.UserDoesNotExist');
    return outcome?.kind === 'fault' ? validationText(outcome.key, 'email') : undefined;
  }
}
