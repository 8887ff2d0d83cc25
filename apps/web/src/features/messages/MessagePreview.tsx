import type { Language } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ForeignHtmlFrame } from '../../ui/ForeignHtmlFrame.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { FileIcon } from '../../ui/moreIcons.tsx';
import { fillHtml, fillText, type SampleValues } from './fillSample.ts';
import { textVersion } from './textVersion.ts';

export interface MessagePreviewProps {
  language: Language;
  message: Message;
  values: SampleValues;
}

/** The message of one language as a candidate gets it, with a sample candidate's name in it. */
export function MessagePreview({ language, message, values }: MessagePreviewProps) {
  const t = useT();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const title = t(`Language.${language}`);
  const isEmpty = message.subject.trim() === '' && message.body.trim() === '';
  if (isEmpty) {
    return (
      <Card title={title}>
        <EmptyState icon={MailIcon} title={t('Message.Empty.Title')}>
          {t('Message.Empty.Text')}
        </EmptyState>
      </Card>
    );
  }

  const body = fillHtml(message.body, values);
  const other = part === 'html' ? 'text' : 'html';
  return (
    <Card
      title={title}
      actions={
        <Button size="sm" variant="quiet" onClick={() => setPart(other)}>
          {t(`Message.Show.${other}`)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <p className="text-muted text-sm">{t('Mail.Subject')}</p>
          <p lang={language} className="font-medium text-ink">
            {fillText(message.subject, values)}
          </p>
        </div>
        {part === 'html' ? (
          <ForeignHtmlFrame title={t('Message.Frame', { language: title })} html={body} lang={language} />
        ) : (
          <pre
            lang={language}
            className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]"
          >
            {textVersion(body)}
          </pre>
        )}
        {message.fileName && (
          <p className="inline-flex items-center gap-1.5 text-sm">
            <FileIcon size={16} className="text-muted" />
            {t('Message.Attached', { name: message.fileName })}
          </p>
        )}
      </div>
    </Card>
  );
}
