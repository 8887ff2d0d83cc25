import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { getMail, getMailAttachment, type ListedMail } from '@guichet/contract/mail/outbox';
import { type ReactNode, useState } from 'react';
import { useDownload } from '../../../core/call/bodies/download.ts';
import { pollWhile, query, useQuery } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { SubjectDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { type MailDocument, MailDocuments } from '../../../core/parts/mails/MailDocuments.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { BreakableAddress } from '../../../ui/html/EmailLink.tsx';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { isMailStateMoving, useSayMail } from './mailState.ts';
import { MailAgain, RetryMail } from './RetryMail.tsx';

export interface MailDialogProps {
  mailId: number | null;
  /** Whether the mail's links work: only super admins see the real links, and only in trial mode. */
  links: 'open' | 'inert';
  /** The button that corrects the recipient's address, from the identity district. */
  correct: (mail: Mail) => ReactNode;
  /** The button that opens the recipient's panel, from the identity district. */
  person: (mail: Mail) => ReactNode;
  onClose: () => void;
}

export function MailDialog({ mailId, links, correct, person, onClose }: MailDialogProps) {
  const t = useT();
  return (
    <SubjectDialog of={mailId} onClose={onClose} title={() => t('Mail.Title')} size="lg">
      {(shownId) => <LoadedMail mailId={shownId} links={links} correct={correct} person={person} />}
    </SubjectDialog>
  );
}

type Shown = Pick<MailDialogProps, 'links' | 'correct' | 'person'>;

function LoadedMail({ mailId, ...shown }: Shown & { mailId: number }) {
  const mail = useQuery({
    ...query(getMail, { params: { mailId }, language: useLanguage() }),
    refetchInterval: pollWhile(({ state }) => isMailStateMoving(state)),
  });
  return <Loaded query={mail}>{(found) => <MailView mail={found} {...shown} />}</Loaded>;
}

/** A mail's facts and both parts: HTML as a mail program shows it, and plain text. */
function MailView({ mail, links, correct, person }: Shown & { mail: Mail }) {
  const { t, longDateTime } = useTexts();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const tellFailure = useTellFailure();
  const file = useDownload(getMailAttachment);

  function save({ mailId }: MailDocument) {
    file.mutate({ params: { mailId } }, { onError: tellFailure });
  }

  // Set when the links of the mail are useless because of the account's state; a notice says what still
  // works.
  const voidOf = mail.account === 'open' ? null : mail.account;
  const nextTry = mail.nextTryAt && t('Mail.NextTryOn', { when: longDateTime(mail.nextTryAt) });
  const isLost = mail.state === 'failed' || mail.state === 'bounced';
  return (
    <div className="flex flex-col gap-4">
      <MailFacts mail={mail} />
      {mail.state === 'cancelled' && (
        <Notice tone="info" title={t('Mail.Cancelled')} action={<RetryMail mail={mail} look="button" />}>
          {mail.lastError ?? t('Mail.Cancelled.Unknown')}
        </Notice>
      )}
      {mail.state === 'filed' && (
        <Notice tone="warning" title={t('Mail.Filed.Title')} action={<RetryMail mail={mail} look="button" />}>
          {t('Mail.Filed')}
        </Notice>
      )}
      {mail.resentTo && (
        <Notice tone="info" title={t('Mail.ResentTo', { email: mail.resentTo })}>
          {mail.lastError}
        </Notice>
      )}
      {mail.lastError && mail.state !== 'sent' && mail.state !== 'resent' && mail.state !== 'cancelled' && (
        <Notice
          tone={isLost ? 'danger' : 'warning'}
          title={t(titles[mail.state] ?? 'Mail.LastError')}
          action={
            <span className="flex flex-wrap gap-2">
              {isLost && !mail.isSenderFault && correct(mail)}
              {voidOf === null && <RetryMail mail={mail} look="button" />}
            </span>
          }
        >
          {[mail.lastError, nextTry].filter(Boolean).join('\n')}
        </Notice>
      )}
      {mail.state === 'planned' && (
        <Notice tone="info" action={<RetryMail mail={mail} look="button" />}>
          {t('Mail.PlannedFor', { when: longDateTime(mail.queuedAt) })}
        </Notice>
      )}
      {voidOf && (
        <Notice tone="info" title={t(`Mail.Account.${voidOf}`)} action={person(mail)}>
          {t(`Mail.Account.${voidOf}.Text`)}
        </Notice>
      )}
      <MailAnswers answers={mail.answers} />
      <MailAgain mail={mail} />
      {links === 'open' && <Notice tone="info">{t('Mail.TrialLinks')}</Notice>}
      <Segmented
        legend={t('Mail.Part')}
        value={part}
        onChange={setPart}
        options={[
          { value: 'html', label: t('Mail.Part.html') },
          { value: 'text', label: t('Mail.Part.text') },
        ]}
      />
      {part === 'html' ? (
        <ForeignHtmlFrame title={mail.subject} html={mail.html} lang={mail.language} links={links} />
      ) : (
        <pre
          lang={mail.language}
          className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]"
        >
          {mail.text}
        </pre>
      )}
      <MailDocuments documents={mail.attachments.map((name) => ({ mailId: mail.id, name }))} onSave={save} />
    </div>
  );
}

const titles: Partial<Record<ListedMail['state'], 'Mail.CameBack' | 'Mail.Delayed' | 'Mail.NotYet'>> = {
  queued: 'Mail.NotYet',
  sending: 'Mail.NotYet',
  waiting: 'Mail.NotYet',
  bounced: 'Mail.CameBack',
  delayed: 'Mail.Delayed',
};

/** The meaning of the moment at which an unsent mail was queued. */
const waits: Partial<Record<ListedMail['state'], 'Mail.PlannedFor' | 'Mail.QueuedAt'>> = {
  planned: 'Mail.PlannedFor',
  queued: 'Mail.QueuedAt',
  sending: 'Mail.QueuedAt',
  waiting: 'Mail.QueuedAt',
};

type Mail = ReplyOf<typeof getMail>;

function MailFacts({ mail }: { mail: Mail }) {
  const { t, longDateTime } = useTexts();
  const look = useSayMail()(mail);
  const facts = [
    { name: t('Mail.Subject'), value: <span lang={mail.language}>{mail.subject}</span> },
    {
      name: t('Mail.To'),
      value: <BreakableAddress address={`${mail.recipientName} <${mail.recipient}>`.trim()} />,
    },
    { name: t('Mail.From'), value: <BreakableAddress address={mail.from} /> },
    ...(mail.replyTo
      ? [{ name: t('Mail.ReplyTo'), value: <BreakableAddress address={mail.replyTo} /> }]
      : []),
    {
      name: t('Mail.State'),
      value: (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateChip tone={look.tone}>{look.word}</StateChip>
          <span className="text-muted text-sm">
            {mail.sentAt && mail.state !== 'filed'
              ? t('Mail.SentAt', { when: longDateTime(mail.sentAt) })
              : t(waits[mail.state] ?? 'Mail.MadeAt', { when: longDateTime(mail.queuedAt) })}
            {mail.attempts > 1 && ` · ${t('Mail.Attempts', { count: mail.attempts })}`}
          </span>
        </span>
      ),
    },
    ...(mail.state === 'sent' && mail.lastError ? [{ name: t('Mail.Delay'), value: mail.lastError }] : []),
  ];
  return <Facts facts={facts} />;
}

/** Complaints about a mail, and answers that could not be read. */
function MailAnswers({ answers }: Pick<ReplyOf<typeof getMail>, 'answers'>) {
  const { t, longDateTime } = useTexts();
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
