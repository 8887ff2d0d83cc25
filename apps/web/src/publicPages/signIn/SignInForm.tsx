import { type FormEvent, useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { keepSystem } from '../../platform/location.ts';
import { type Refusal, RefusalNotice } from '../../platform/session/RefusalNotice.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';

// With it come the schemas of the calls; they arrive while one types, and the page shows without them.
const load = () => import('./openSession.ts');

/** Checks nothing itself: what the server says of an empty or wrong form is what shows (S5.26). */
export function SignInForm({ systemId }: { systemId: number | null }) {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setRefusal(null);
    setRefusal(await send(String(fields.get('username')), String(fields.get('password'))));
    setSending(false);
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
        <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="quiet" full>
          {t('LoginPage.ForgotPassword')}
        </ButtonLink>
      </div>
    </form>
  );
}

async function send(username: string, password: string): Promise<Refusal | null> {
  const loaded = await load().catch(() => null);
  return loaded
    ? loaded.openSession(username, password)
    : { code: 4401, cause: 'serverAtFault', secondsToWait: null };
}
