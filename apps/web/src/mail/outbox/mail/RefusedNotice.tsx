import type { OutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useRetryListed } from './retrying.ts';

/** Says that mails are refused because of the portal, with the newest words, and sends all of them again. */
export function RefusedNotice({ refused }: { refused: NonNullable<OutgoingStatus['refused']> }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { isPending, sendAgain } = useRetryListed({ senderFault: true });

  return (
    <Notice
      tone="danger"
      title={t('Outgoing.Refused', { count: refused.mails })}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SmallButton icon={RefreshIcon} busy={isPending} onClick={() => sendAgain()}>
            {t('Outgoing.Refused.Retry')}
          </SmallButton>
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
