import type { ReadMail } from '@guichet/contract/mail/outbox.own';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { useFormats } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';

/** A mail as the recipient got it, without secret links. */
export function MailText({ mail }: { mail: ReadMail }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { subject, from, recipient, at, html, language, attachments } = mail;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: t('Mail.Subject'), value: <span lang={language}>{subject}</span> },
          { name: t('Mail.From'), value: from },
          { name: t('Mail.To'), value: recipient },
          { name: t('MyMails.At'), value: longDateTime(at) },
          ...attachments.map((name) => ({ name: t('Mail.Attachments'), value: name })),
        ]}
      />
      <p className="text-muted text-sm">{t('MyMails.Secrets')}</p>
      <ForeignHtmlFrame title={subject} html={html} lang={language} />
    </div>
  );
}
