import type { ReadMail } from '@guichet/contract/mail/outbox.own';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { useTexts } from '../../i18n/formats.ts';
import { MailDocuments, type MailDocumentsProps } from './MailDocuments.tsx';

export interface MailTextProps {
  mail: ReadMail;
  /** Whether the links that work more than once can be followed. */
  links?: 'open' | 'inert';
  /** Saves the document of the mail; absent for readers who may not. */
  onSave?: MailDocumentsProps['onSave'];
}

/** A mail as the recipient got it, without secret links. */
export function MailText({ mail, links, onSave }: MailTextProps) {
  const { t, longDateTime } = useTexts();
  const { id, subject, from, recipient, at, html, language, attachments } = mail;
  const files = onSave ? (
    <MailDocuments documents={attachments.map((name) => ({ mailId: id, name }))} onSave={onSave} />
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
      <ForeignHtmlFrame title={subject} html={html} lang={language} {...(links && { links })} />
    </div>
  );
}
