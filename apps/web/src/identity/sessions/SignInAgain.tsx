import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { CurrentPasswordField } from '../../core/parts/passwords/CurrentPasswordField.tsx';
import { findLeft, forgetLeft } from '../../core/session/enteredPlatform.ts';
import { signOut } from '../../core/session/sessionStore.ts';
import { Dialog, DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SignInRefusal } from './SignInRefusal.tsx';
import { usePassword } from './usePassword.ts';

/** Covers a page whose session has ended: the password opens a new session, and unsaved input stays. */
export function SignInAgain({ username }: { username: string }) {
  const t = useT();
  const queries = useQueryClient();
  const { isSending, needed, refusal, beginAnew, send } = usePassword(goOn);
  const [why] = useState(() => findLeft().why);

  function goOn() {
    forgetLeft();
    void queries.invalidateQueries();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(username, String(new FormData(event.currentTarget).get('password')));
  }

  return (
    <Dialog open role="alertdialog" size="sm" title={t('SignInAgain.Title')} onClose={signOut}>
      {needed ? (
        <SecondFactorForm needed={needed} onOpen={goOn} onBeginAnew={beginAnew} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {why && <p>{why}</p>}
          <p>{t('SignInAgain.Message', { username })}</p>
          {refusal && <SignInRefusal refusal={refusal} />}
          <CurrentPasswordField label={t('LoginPage.Password')} userName={username} autoFocus />
          <DialogActions>
            <Button onClick={signOut} disabled={isSending}>
              {t('SignInAgain.Leave')}
            </Button>
            <Button type="submit" variant="primary" busy={isSending} busyLabel={t('LoginPage.Busy')}>
              {t('LoginPage.Submit')}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
