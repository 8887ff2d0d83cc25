import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { getMail } from '@guichet/contract/mail/outbox';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Complaints about a mail, and answers that could not be read. */
export function MailAnswers({ answers }: Pick<ReplyOf<typeof getMail>, 'answers'>) {
  const t = useT();
  const { longDateTime } = useFormats();
  return answers.map(({ kind, at, text }) => (
    <Notice
      key={`${kind} ${at.getTime()} ${text}`}
      tone={kind === 'complaint' ? 'warning' : 'info'}
      title={t(`Mail.Answered.${kind}`)}
    >
      {[longDateTime(at), text].filter(Boolean).join('\n')}
    </Notice>
  ));
}
