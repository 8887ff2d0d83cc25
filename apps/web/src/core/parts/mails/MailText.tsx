import { getOwnMailDocument, type ReadMail } from '@guichet/contract/mail/outbox.own';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { useFormats } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';
import { MailDocuments } from './MailDocuments.tsx';

/** A mail as the recipient got it, without secret links. `isOwn`: its reader follows the other links and saves its document. */
export function MailText({ mail, isOwn = false }: { mail: ReadMail; isOwn?: boolean }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { id, subject, from, recipient, at, html, language, attachments } = mail;
  const files = isOwn ? (
    <MailDocuments documents={attachments.map((name) => ({ mailId: id, name }))} of={getOwnMailDocument} />
  ) : (
    attachments.join(', ')
  );
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: t('Mail.Subject'), value: <span lang={language}>{subject}</span> },
          { name: t('Mail.From'), value: from },
          { name: t('Mail.To'), value: recipient },
          { name: t('MyMails.At'), value: longDateTime(at) },
          ...(attachments.length > 0 ? [{ name: t('Mail.Attachments'), value: files }] : []),
        ]}
      />
      <p className="text-muted text-sm">{t('MyMails.Secrets')}</p>
      <ForeignHtmlFrame title={subject} html={html} lang={language} {...(isOwn && { links: 'open' })} />
    </div>
  );
}
