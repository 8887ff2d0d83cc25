import type { SecondFactorNeeded } from '@guichet/contract/factors.challenge';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { SignInEnd } from '../../features/sessions/tryPassword.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { keepSystem } from '../../platform/location.ts';
import { type Refusal, RefusalNotice } from '../../platform/session/RefusalNotice.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

// With it come the schemas of the calls; they arrive while one types, and the page shows without them.
const load = () => import('./openSession.ts');
const SecondStep = lazy(() => import('./SecondStep.tsx'));

/** Checks nothing itself: what the server says of an empty or wrong form is what shows (S5.26). */
export function SignInForm({ systemId }: { systemId: number | null }) {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setRefusal(null);
    const end = await send(String(fields.get('username')), String(fields.get('password')));
    if (end.kind === 'refused') setRefusal(end.refusal);
    if (end.kind === 'secondFactor') setNeeded(end.needed);
    setSending(false);
  }

  function beginAnew(why: Refusal | null) {
    setNeeded(null);
    setRefusal(why);
  }

  if (needed) {
    return (
      <Suspense fallback={null}>
        <SecondStep needed={needed} onBeginAnew={beginAnew} />
      </Suspense>
    );
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onFocus={() => void load().catch(() => undefined)}
      className="flex flex-col gap-5"
    >
      {refusal && <RefusalNotice refusal={refusal} />}
      <TextField
        label={t('LoginPage.Username')}
        name="username"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={t('LoginPage.Password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('Password.Show')}
        hideLabel={t('Password.Hide')}
        capsLockLabel={t('Password.CapsLock')}
      />
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" full busy={isSending} busyLabel={t('LoginPage.Busy')}>
          {t('LoginPage.Submit')}
        </Button>
        <PasskeyButton disabled={isSending} onRefused={setRefusal} />
        <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="quiet" full>
          {t('LoginPage.ForgotPassword')}
        </ButtonLink>
      </div>
    </form>
  );
}

async function send(username: string, password: string): Promise<SignInEnd> {
  const loaded = await load().catch(() => null);
  if (loaded) return loaded.openSession(username, password);
  return { kind: 'refused', refusal: { code: 4401, cause: 'serverAtFault', secondsToWait: null } };
}
