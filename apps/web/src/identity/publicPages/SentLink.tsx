import type { BodyOf } from '@guichet/contract/core/endpoint';
import { forgotPassword } from '@guichet/contract/identity/account';
import { useEffect, useState } from 'react';
import { call } from '../../core/call/call.ts';
import { useFailureText } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';

/** The wait before another mail; the server allows three in an hour. */
const waitSeconds = 60;

interface SentLinkProps {
  request: BodyOf<typeof forgotPassword>;
  onOther: () => void;
}

/** The view of a mailed link: after a wait the link can be sent again; a button leads back to the form for another address. */
export function SentLink({ request, onOther }: SentLinkProps) {
  const t = useT();
  const failureText = useFailureText();
  const [times, setTimes] = useState(1);
  const [seconds, setSeconds] = useState(waitSeconds);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { email } = request;

  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  async function sendAgain() {
    setSending(true);
    setFailure(null);
    try {
      await call(forgotPassword, { body: request });
      setTimes(times + 1);
      setSeconds(waitSeconds);
    } catch (failed) {
      setFailure(failed);
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Notice key={times} tone="success" role="status">
        {t(times > 1 ? 'ForgotPassword.Feedback.Again' : 'ForgotPassword.Feedback.Success', { email })}
      </Notice>
      {failure !== null && <Alert>{failureText(failure)}</Alert>}
      <p className="text-muted">
        {t('ForgotPassword.Nothing')} {seconds > 0 && t('ForgotPassword.Wait', { count: seconds })}
      </p>
      <div className="flex flex-col gap-2">
        <Button
          full
          disabled={seconds > 0}
          busy={isSending}
          busyLabel={t('ForgotPassword.Busy')}
          onClick={sendAgain}
        >
          {t('ForgotPassword.Again')}
        </Button>
        <Button full variant="quiet" onClick={onOther}>
          {t('ForgotPassword.Other')}
        </Button>
      </div>
    </div>
  );
}
