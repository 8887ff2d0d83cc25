import { listRetryable } from '@guichet/contract/mail/outbox';
import type { OutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { useCall } from '../../../core/call/useCall.ts';
import { useTellFailure } from '../../../core/forms/useTellFailure.ts';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useRetryMails } from '../outbox.api.ts';

/** Says that mails are refused because of the portal, with the newest words, and sends all of them again. */
export function RefusedNotice({ refused }: { refused: NonNullable<OutgoingStatus['refused']> }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { retry } = useRetryMails();
  const listing = useCall(listRetryable);
  const tellFailure = useTellFailure();

  function sendAgain(mailIds: readonly number[]) {
    retry.mutate(
      { mailIds, alsoSent: false },
      {
        onSuccess({ again, left, failure }) {
          const told = [
            again > 0 && t('Mail.RetryChosen.Done', { count: again }),
            left > 0 && t('Mail.RetryChosen.Left', { count: left }),
          ].filter(Boolean);
          if (told.length > 0) showToast({ tone: left > 0 ? 'info' : 'success', text: told.join(' ') });
          if (failure) tellFailure(failure);
        },
      },
    );
  }

  return (
    <Notice
      tone="danger"
      title={t('Outgoing.Refused', { count: refused.mails })}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            size="sm"
            icon={RefreshIcon}
            busy={listing.isPending || retry.isPending}
            onClick={() =>
              listing.mutate({ query: { senderFault: true } }, { onSuccess: sendAgain, onError: tellFailure })
            }
          >
            {t('Outgoing.Refused.Retry')}
          </Button>
          <a href="/outbox?only=refused" className="text-ink underline underline-offset-4">
            {t('Outgoing.Refused.List')}
          </a>
        </span>
      }
    >
      {t('Outgoing.Refused.Since', { since: longDateTime(refused.since) })} {refused.reason}
    </Notice>
  );
}
