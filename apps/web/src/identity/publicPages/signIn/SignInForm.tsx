import type { SecondFactorNeeded } from '@guichet/contract/identity/factors.challenge';
import { type FormEvent, Suspense, useState } from 'react';
import { keepSystem } from '../../../core/address/location.ts';
import { keepAddress, typedAddress } from '../../../core/address/typedAddress.ts';
import { metaContent } from '../../../core/browser/metaContent.ts';
import type { Refusal } from '../../../core/forms/RefusalNotice.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { later, lazyPart } from '../../../core/page/later.tsx';
import { CurrentPasswordField } from '../../../core/parts/passwords/CurrentPasswordField.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { importCalls, loadCalls } from './loadCalls.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

// From one script: each more would have to be named in the first.
const SecondFactorForm = lazyPart(async () => ({ default: (await importCalls()).SecondFactorForm }));
const RefusalNotice = later(async () => ({ default: (await importCalls()).RefusalNotice }));
const ProviderButtons = later(async () => ({ default: (await importCalls()).ProviderButtons }));

/** The form validates nothing itself: it shows the server's reply to an empty or wrong form (S5.26). */
export function SignInForm({ systemId }: { systemId: number | null }) {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isUnloaded, setUnloaded] = useState(false);
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);
  const [known] = useState(typedAddress);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setSending(true);
    setRefusal(null);
    const calls = await loadCalls();
    setUnloaded(calls === null);
    const end = await calls?.openSession(fields, form);
    if (end?.kind === 'refused') setRefusal(end.refusal);
    if (end?.kind === 'secondFactor') setNeeded(end.needed);
    setSending(false);
  }

  async function goOn() {
    const calls = await loadCalls();
    await calls?.goOn();
  }

  function beginAnew(why: Refusal | null) {
    setNeeded(null);
    setRefusal(why);
  }

  if (needed) {
    return (
      <Suspense fallback={null}>
        <SecondFactorForm needed={needed} onOpen={goOn} onBeginAnew={beginAnew} />
      </Suspense>
    );
  }
  return (
    <form noValidate onSubmit={submit} onFocus={() => void loadCalls()} className="flex flex-col gap-5">
      {refusal && <RefusalNotice refusal={refusal} />}
      {/* A plain text, since a notice's script would have loaded with the calls that failed to load. */}
      {isUnloaded && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger-ink">
          {t('LoginPage.Error.4401')} {t('LoginPage.ServerAtFault')}
        </p>
      )}
      <TextField
        label={t('LoginPage.Username')}
        name="username"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={known}
        onInput={({ currentTarget }) => keepAddress(currentTarget.value)}
      />
      <CurrentPasswordField label={t('LoginPage.Password')} autoFocus={known !== ''} />
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" full busy={isSending} busyLabel={t('LoginPage.Busy')}>
          {t('LoginPage.Submit')}
        </Button>
        {metaContent('providers') && <ProviderButtons />}
        <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="quiet" full>
          {t('LoginPage.ForgotPassword')}
        </ButtonLink>
        <PasskeyButton disabled={isSending} onRefused={setRefusal} onUnloaded={setUnloaded} />
      </div>
    </form>
  );
}
