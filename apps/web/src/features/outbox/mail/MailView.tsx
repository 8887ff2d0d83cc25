import { useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { FileIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { MailFacts } from './MailFacts.tsx';
import type { Mail } from './mail.ts';
import { RetryMail } from './RetryMail.tsx';

/** The headers of a mail and its two parts: HTML as a mail program shows it, and plain text. */
export function MailView({ mail, links }: { mail: Mail; links: 'open' | 'inert' }) {
  const t = useT();
  const [part, setPart] = useState<'html' | 'text'>('html');
  return (
    <div className="flex flex-col gap-4">
      <MailFacts mail={mail} />
      {mail.lastError && mail.state !== 'sent' && (
        <Notice
          tone={mail.state === 'failed' ? 'danger' : 'warning'}
          title={t('Mail.LastError')}
          action={<RetryMail mail={mail} look="button" />}
        >
          {mail.lastError}
        </Notice>
      )}
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
      {mail.attachments.length > 0 && (
        <ul aria-label={t('Mail.Attachments')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {mail.attachments.map((name) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <FileIcon size={16} className="text-muted" />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
