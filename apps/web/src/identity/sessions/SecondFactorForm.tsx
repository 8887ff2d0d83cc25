import type { SecondFactorNeeded } from '@guichet/contract/identity/factors.challenge';
import { type FormEvent, useState } from 'react';
import { type Refusal, RefusalNotice } from '../../core/forms/RefusalNotice.tsx';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { type TextKey, useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { sendCode, sendPasskey } from './secondFactor.ts';

export interface SecondFactorFormProps {
  needed: SecondFactorNeeded;
  onOpen: () => void;
  /** Returns to the password; null when the person chose to go back, else the reason to show. */
  onBeginAnew: (why: Refusal | null) => void;
}

type Way = 'passkey' | 'totp' | 'recoveryCode';

const others: Record<Way, TextKey> = {
  passkey: 'SecondFactor.Use.passkey',
  totp: 'SecondFactor.Use.totp',
  recoveryCode: 'SecondFactor.Use.recoveryCode',
};

/** The second step of a sign-in: a passkey, a code from the app, or a recovery code. */
export function SecondFactorForm({ needed, onOpen, onBeginAnew }: SecondFactorFormProps) {
  const t = useT();
  const heading = useFocusIfLost<HTMLHeadingElement>();
  const ways = waysOf(needed);
  const [way, setWay] = useState<Way>(ways[0] ?? 'recoveryCode');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setSending(true);
    setRefusal(null);
    const refused =
      way === 'passkey' ? await sendPasskey(needed) : await sendCode(needed, { kind: way, code });
    setSending(false);
    if (!refused) onOpen();
    else if (refused.code === 'noAccess' || refused.code === 'challengeOver') onBeginAnew(refused);
    else setRefusal(refused);
  }

  function change(other: Way) {
    setRefusal(null);
    setWay(other);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-ink text-lg outline-none">
          {t('SecondFactor.Title')}
        </h2>
        <p className="mt-1 text-muted">{t(`SecondFactor.Lead.${way}`)}</p>
      </div>
      {refusal && <RefusalNotice refusal={refusal} />}
      {way !== 'passkey' && (
        <TextField
          key={way}
          label={t(`SecondFactor.Code.${way}`)}
          name="code"
          autoFocus
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          {...(way === 'totp' && { inputMode: 'numeric', autoComplete: 'one-time-code' })}
          {...(way === 'recoveryCode' && { autoComplete: 'off' })}
        />
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" full busy={isSending} busyLabel={t('LoginPage.Busy')}>
          {t(way === 'passkey' ? 'SecondFactor.Passkey' : 'LoginPage.Submit')}
        </Button>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} full disabled={isSending} onClick={() => change(other)}>
              {t(others[other])}
            </Button>
          ))}
        <Button variant="quiet" full disabled={isSending} onClick={() => onBeginAnew(null)}>
          {t('SecondFactor.Back')}
        </Button>
      </div>
      <p className="text-muted text-sm">{t('SecondFactor.Lost')}</p>
    </form>
  );
}

/** The possible second factors, the most convenient first. */
function waysOf({ hasTotp, hasRecoveryCodes, passkey }: SecondFactorNeeded): Way[] {
  const ways: Way[] = passkey && 'PublicKeyCredential' in window ? ['passkey'] : [];
  if (hasTotp) ways.push('totp');
  if (hasRecoveryCodes) ways.push('recoveryCode');
  return ways;
}
