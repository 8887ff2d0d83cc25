import type { ListedMail } from '@guichet/contract/outbox';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useRetryMail } from '../outbox.api.ts';

export interface RetryMailProps {
  mail: Pick<ListedMail, 'id' | 'state' | 'recipient' | 'recipientName'>;
  look: 'icon' | 'button';
}

const retryable: readonly ListedMail['state'][] = ['failed', 'bounced', 'waiting', 'planned'];

/** Whether a mail may be sent again, as far as its state says. */
export function isRetryable({ state }: Pick<ListedMail, 'state'>): boolean {
  return retryable.includes(state);
}

/** Makes a failed, waiting or planned mail due now, and sends one that came back again. */
export function RetryMail({ mail, look }: RetryMailProps) {
  const t = useT();
  const isPlanned = mail.state === 'planned';
  const { isPending, sendAgain } = useSendAgain(mail.id, {
    done: t(isPlanned ? 'Mail.SendNow.Done' : 'Mail.Retry.Done'),
  });
  if (!isRetryable(mail)) return null;

  if (look === 'button') {
    return (
      <Button size="sm" icon={RefreshIcon} busy={isPending} onClick={sendAgain}>
        {t(isPlanned ? 'Mail.SendNow' : 'Mail.Retry')}
      </Button>
    );
  }
  return (
    <IconButton
      size="sm"
      tone="accent"
      icon={RefreshIcon}
      busy={isPending}
      label={t(isPlanned ? 'Mail.SendNow.For' : 'Mail.Retry.For', {
        name: mail.recipientName || mail.recipient,
      })}
      onClick={sendAgain}
    />
  );
}

interface ResendMailProps {
  mailId: number;
  onDone: () => void;
}

/** Sends a mail again to the corrected address of its person. */
export function ResendMail({ mailId, onDone }: ResendMailProps) {
  const t = useT();
  const { isPending, sendAgain } = useSendAgain(mailId, { done: t('Mail.Retry.Done'), onDone });
  return (
    <Button variant="primary" icon={RefreshIcon} busy={isPending} onClick={sendAgain}>
      {t('Correction.Resend')}
    </Button>
  );
}

function useSendAgain(mailId: number, { done, onDone }: { done: string; onDone?: () => void }) {
  const failureText = useFailureText();
  const retry = useRetryMail();
  function sendAgain() {
    retry.mutate(mailId, {
      onSuccess: () => {
        showToast({ tone: 'success', text: done });
        onDone?.();
      },
      onError: (failure) => showToast({ tone: 'danger', text: failureText(failure) }),
    });
  }
  return { isPending: retry.isPending, sendAgain };
}
