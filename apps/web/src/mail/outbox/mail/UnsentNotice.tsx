import { listMails } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useRetryListed } from './retrying.ts';

const mostNamed = 10;

/** Says that mails of use were never sent, for want of a mail server, and sends them after a question that names them. */
export function UnsentNotice({ unsent }: { unsent: number }) {
  const t = useT();
  const { list } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const listed = { query: { unsent: true, pageSize: mostNamed } };
  const { data } = useQuery({ ...query(listMails, listed), enabled: isAsking });
  const { isPending, sendAgain } = useRetryListed({ unsent: true });
  const named = (data?.mails ?? []).map(
    ({ recipientName, recipient, subject }) => `${recipientName || recipient} (${subject})`,
  );
  const more = unsent - named.length;

  return (
    <Notice
      tone="warning"
      title={t('Outgoing.Unsent', { count: unsent })}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SmallButton icon={MailIcon} onClick={() => setAsking(true)}>
            {t('Outgoing.Unsent.Send')}
          </SmallButton>
          <a href="/outbox?only=unsent" className="text-ink underline underline-offset-4">
            {t('Outgoing.Refused.List')}
          </a>
        </span>
      }
    >
      {t('Outgoing.Unsent.Why')}
      <Question
        open={isAsking}
        tone="primary"
        title={t('Outgoing.Unsent.Title', { count: unsent })}
        messages={[list(more > 0 && data ? [...named, t('Outgoing.Unsent.More', { count: more })] : named)]}
        below={<p className="text-muted text-sm">{t('Outgoing.Unsent.Links')}</p>}
        confirmLabel={t('Outgoing.Unsent.Confirm')}
        busy={isPending || !data}
        onConfirm={() => sendAgain(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </Notice>
  );
}
