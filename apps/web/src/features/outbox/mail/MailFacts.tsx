import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';
import type { Mail } from './mail.ts';
import { useSayMailState } from './mailState.ts';

/** Sender, recipient, subject and state. */
export function MailFacts({ mail }: { mail: Mail }) {
  const t = useT();
  const { dateTime } = useFormats();
  const look = useSayMailState()(mail.state);
  const facts = [
    { name: t('Mail.Subject'), value: <span lang={mail.language}>{mail.subject}</span> },
    { name: t('Mail.To'), value: `${mail.recipientName} <${mail.recipient}>`.trim() },
    { name: t('Mail.From'), value: mail.from },
    {
      name: t('Mail.State'),
      value: (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateChip tone={look.tone}>{look.word}</StateChip>
          <span className="text-muted text-sm">
            {mail.sentAt
              ? t('Mail.SentAt', { when: dateTime(mail.sentAt) })
              : t('Mail.QueuedAt', { when: dateTime(mail.queuedAt) })}
            {mail.attempts > 1 && ` · ${t('Mail.Attempts', { count: mail.attempts })}`}
          </span>
        </span>
      ),
    },
  ];
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted text-sm sm:py-0.5">{name}</dt>
          <dd className="text-ink [overflow-wrap:anywhere] max-sm:pb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
