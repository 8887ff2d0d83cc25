import { useT } from '../../../core/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SecondFactorForm } from '../../sessions/SecondFactorForm.tsx';
import { SignInRefusal } from '../../sessions/SignInRefusal.tsx';
import { usePassword } from '../../sessions/usePassword.ts';
import { PlainPage } from '../PlainPage.tsx';
import { goOn } from '../signIn/openSession.ts';
import { ToSignIn } from './ExpiredLink.tsx';

interface ChosenPasswordProps {
  userName: string;
  password: string;
  systemId: number | null;
}

/** The success view: one press signs in with the chosen password, which is kept nowhere else; a second factor is still due. */
export function ChosenPassword({ userName, password, systemId }: ChosenPasswordProps) {
  const t = useT();
  const { isSending, needed, refusal, beginAnew, send } = usePassword(goOn);

  function open() {
    beginAnew(null);
    void send(userName, password);
  }

  return (
    <PlainPage
      takesFocus
      title={t('ResetPassword.Success.Title')}
      lead={needed ? undefined : <p role="status">{t('ResetPassword.Success.Text')}</p>}
      officeOf={needed ? systemId : undefined}
    >
      {needed ? (
        <SecondFactorForm needed={needed} onOpen={goOn} onBeginAnew={beginAnew} />
      ) : (
        <div className="flex flex-col gap-5">
          {refusal && <SignInRefusal refusal={refusal} />}
          <div className="flex flex-col gap-2">
            <Button variant="primary" full busy={isSending} busyLabel={t('LoginPage.Busy')} onClick={open}>
              {t('ResetPassword.Success.GoOn')}
            </Button>
            <ToSignIn systemId={systemId} variant="quiet" />
          </div>
        </div>
      )}
    </PlainPage>
  );
}
