import { listOpenSteps, tryMailServer } from '@guichet/contract/overview/home.setup';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { SetupStep } from './SetupStep.tsx';

const pollMs = 2000;
const tones = { filed: 'info', queued: 'info', waiting: 'warning', failed: 'danger' } as const;

/** Sends a test mail to the reader, and shows the result. */
export function TryMailServer({ transport }: { transport: 'smtp' | 'files' }) {
  const t = useT();
  const attempt = useCall(tryMailServer);
  const last = attempt.data;
  // The finished step goes from the list once a mail that waited has left.
  useQuery({
    ...query(listOpenSteps),
    enabled: last?.state === 'queued',
    refetchInterval: last?.state === 'queued' && pollMs,
  });

  function send() {
    attempt.mutate(undefined, {
      onSuccess: ({ state, recipient }) => {
        // The notice below would disappear with the finished step, so a toast tells the success.
        if (state === 'sent') showToast({ tone: 'success', text: t('Setup.mailServer.sent', { recipient }) });
      },
    });
  }

  return (
    <SetupStep
      title={t('Setup.mailServer')}
      action={
        <SmallButton icon={MailIcon} busy={attempt.isPending} onClick={send}>
          {t('Setup.mailServer.Action')}
        </SmallButton>
      }
      result={
        <>
          {last && last.state !== 'sent' && !attempt.isPending && (
            <Notice
              tone={tones[last.state]}
              role={last.state === 'failed' ? 'alert' : 'status'}
              title={t(`Setup.mailServer.${last.state}`, { recipient: last.recipient })}
            >
              {last.reason}
            </Notice>
          )}
          <FailureNotice failure={attempt.error} />
        </>
      }
    >
      {t(`Setup.mailServer.About.${transport}`)}
    </SetupStep>
  );
}
