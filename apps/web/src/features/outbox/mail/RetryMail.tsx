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

const retryable: readonly ListedMail['state'][] = ['failed', 'waiting', 'planned'];

/** Makes a failed, waiting or planned mail due now. */
export function RetryMail({ mail, look }: RetryMailProps) {
  const t = useT();
  const failureText = useFailureText();
  const retry = useRetryMail();
  if (!retryable.includes(mail.state)) return null;
  const isPlanned = mail.state === 'planned';

  function sendAgain() {
    retry.mutate(mail.id, {
      onSuccess: () =>
        showToast({ tone: 'success', text: t(isPlanned ? 'Mail.SendNow.Done' : 'Mail.Retry.Done') }),
      onError: (failure) => showToast({ tone: 'danger', text: failureText(failure) }),
    });
  }

  if (look === 'button') {
    return (
      <Button size="sm" icon={RefreshIcon} busy={retry.isPending} onClick={sendAgain}>
        {t(isPlanned ? 'Mail.SendNow' : 'Mail.Retry')}
      </Button>
    );
  }
  return (
    <IconButton
      size="sm"
      tone="accent"
      icon={RefreshIcon}
      busy={retry.isPending}
      label={t(isPlanned ? 'Mail.SendNow.For' : 'Mail.Retry.For', {
        name: mail.recipientName || mail.recipient,
      })}
      onClick={sendAgain}
    />
  );
}
