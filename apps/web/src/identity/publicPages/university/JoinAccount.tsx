import { linkOwnIdentity, mailIdentityLink } from '@guichet/contract/identity/federation';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { CurrentPasswordField } from '../../../core/parts/passwords/CurrentPasswordField.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { SecondFactorForm } from '../../sessions/SecondFactorForm.tsx';
import { SignInRefusal } from '../../sessions/SignInRefusal.tsx';
import { usePassword } from '../../sessions/usePassword.ts';
import { PlainPage } from '../PlainPage.tsx';

export interface JoinAccountProps {
  match: string;
  accountName: string;
  email: string | null;
  mayMail: boolean;
  /** Where the browser signs out at the university; null where that offers no address. */
  signOut: string | null;
  onDone: () => void;
  onLeave: () => void;
}

const unsent = { isSent: null, failure: null };

/** Shows whose account at the provider this is, and asks for a proof, once, that an account here is theirs too. */
export function JoinAccount({
  match,
  accountName,
  email,
  mayMail,
  signOut,
  onDone,
  onLeave,
}: JoinAccountProps) {
  const t = useT();
  const [mail, setMail] = useState<{ isSent: boolean | null; failure: unknown }>(unsent);
  const [isMailing, setMailing] = useState(false);
  const { isSending, needed, refusal, beginAnew, send } = usePassword(join);
  const [isNotJoined, setNotJoined] = useState(false);

  async function join() {
    const isJoined = await call(linkOwnIdentity, { params: { match } }).catch(() => false);
    if (isJoined) onDone();
    else setNotJoined(true);
  }

  async function sendMail() {
    setMailing(true);
    setMail(unsent);
    await call(mailIdentityLink, { params: { match } })
      .then((isSent) => setMail({ isSent, failure: null }))
      .catch((failure: unknown) => setMail({ isSent: null, failure }));
    setMailing(false);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void send(String(fields.get('username')), String(fields.get('password')));
  }

  if (isNotJoined)
    return (
      <PlainPage
        key="notJoined"
        takesFocus
        title={t('Federation.NotJoined')}
        lead={<p>{t('Federation.NotJoined.Text')}</p>}
      >
        <Button variant="primary" full onClick={onDone}>
          {t('LoginPage.Already.Continue')}
        </Button>
      </PlainPage>
    );
  if (needed)
    return (
      <PlainPage key="factor" title={t('Federation.Join.Title')} officeOf={null}>
        <SecondFactorForm needed={needed} onOpen={() => void join()} onBeginAnew={beginAnew} />
      </PlainPage>
    );
  const unknown = email === null ? 'Federation.Join.NoAddress' : 'Federation.Join.Unknown';
  const told = email === null || email === accountName ? accountName : `${accountName}, ${email}`;
  return (
    <PlainPage
      key="join"
      takesFocus
      title={t(mayMail ? 'Federation.Join.Title' : 'Federation.Join.Which')}
      lead={
        <>
          <p>{t('Federation.Join.Who', { account: told })}</p>
          <p className="mt-2">{t(mayMail ? 'Federation.Join.Known' : unknown)}</p>
        </>
      }
      officeOf={null}
    >
      <div className="flex flex-col gap-6">
        {mayMail &&
          (mail.isSent ? (
            <Notice tone="success" role="status" title={t('ForgotPassword.Feedback.SuccessTitle')}>
              {t('Federation.Join.Mailed', { email: email ?? '' })}
            </Notice>
          ) : (
            <>
              {mail.isSent === false && <Alert>{t('Federation.Refused.over')}</Alert>}
              <FailureNotice failure={mail.failure} />
              <Button variant="primary" full busy={isMailing} onClick={() => void sendMail()}>
                {t('Federation.Join.Mail')}
              </Button>
            </>
          ))}
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <p>{t(mayMail ? 'Federation.Join.OrPassword' : 'Federation.Join.Password')}</p>
          {refusal && <SignInRefusal refusal={refusal} />}
          <TextField
            label={t('LoginPage.Username')}
            name="username"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={mayMail ? (email ?? '') : ''}
          />
          <CurrentPasswordField label={t('LoginPage.Password')} />
          <Button type="submit" full busy={isSending} busyLabel={t('LoginPage.Busy')}>
            {t('Federation.Join')}
          </Button>
        </form>
        {signOut && (
          <ButtonLink href={signOut} variant="quiet" full target="_blank" rel="noreferrer">
            <span className="text-center">{t('LoginPage.ProviderOpen.SignOut')}</span>
          </ButtonLink>
        )}
        <Button variant="quiet" full onClick={onLeave}>
          {t('ForgotPassword.BackToLogin')}
        </Button>
      </div>
    </PlainPage>
  );
}
