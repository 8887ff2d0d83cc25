import type { ReadMail } from '@guichet/contract/mail/outbox.own';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { useFormats } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';

/** A mail as the recipient got it, without secret links. `links`: whether the others can be followed. */
export function MailText({ mail, links }: { mail: ReadMail; links?: 'open' | 'inert' }) {
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
          ...(attachments.length > 0 ? [{ name: t('Mail.Attachments'), value: attachments.join(', ') }] : []),
        ]}
      />
      <p className="text-muted text-sm">{t('MyMails.Secrets')}</p>
      <ForeignHtmlFrame title={subject} html={html} lang={language} {...(links && { links })} />
    </div>
  );
}
