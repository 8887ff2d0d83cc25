import type { Language } from '@guichet/contract/core/language';
import type { InvitationPreview, TranslatedFact } from '@guichet/contract/exams/notices.invitations';
import type { Message } from '@guichet/contract/mail/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed } from '../../../../core/call/CallFailed.ts';
import { useFailureText } from '../../../../core/forms/formFaults.tsx';
import { useTexts } from '../../../../core/i18n/formats.ts';
import { type TextKey, useT } from '../../../../core/i18n/useT.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { useDebounced } from '../../../../core/timing/useDebounced.ts';
import { useDraft } from '../../../../mail/messages/drafts/drafts.ts';
import { useMessageFaults } from '../../../../mail/messages/drafts/useMessageFaults.ts';
import { useMessageKind } from '../../../../mail/messages/messages.api.ts';
import { LentOffices } from '../../../../systems/system/contacts/LentOffices.tsx';
import { SmallButton, SmallLink } from '../../../../ui/buttons/SmallButton.tsx';
import { BreakableAddress } from '../../../../ui/html/EmailLink.tsx';
import { ForeignHtmlFrame } from '../../../../ui/html/ForeignHtmlFrame.tsx';
import { FileIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { previewOptions } from '../../../notices/previewOptions.ts';

/** Milliseconds after the last key press before the preview is updated. */
const pauseMilliseconds = 400;

export interface MessagePreviewProps {
  systemId: number;
  language: Language;
  saved: Message;
  /** The exam of the mail; null for the next exam. */
  examId: number | null;
}

/** The mail in one language as typed, rendered as a test or an import would send it. */
export function MessagePreview({ systemId, language, saved, examId }: MessagePreviewProps) {
  const t = useT();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const preview = useQuery(useTypedPreview({ systemId, language, saved, examId }));
  const other = part === 'html' ? 'text' : 'html';
  return (
    <Card
      title={t(`Message.Preview.${language}`)}
      actions={
        <>
          <SmallLink variant="quiet" href="/configuration/contacts">
            {t('Contacts.Open')}
          </SmallLink>
          <SmallButton variant="quiet" onClick={() => setPart(other)}>
            {t(`Message.Show.${other}`)}
          </SmallButton>
        </>
      }
    >
      <div className="mb-4 empty:hidden">
        <LentOffices of={{ systemId, language }} />
      </div>
      {isToCorrect(preview.error) ? (
        <RefusedText failure={preview.error} />
      ) : (
        <Loaded query={preview} lines={8}>
          {(mail) => <PreviewedMail mail={mail} language={language} part={part} fileName={saved.fileName} />}
        </Loaded>
      )}
    </Card>
  );
}

export function useTypedPreview({ systemId, language, saved, examId }: MessagePreviewProps) {
  const [draft] = useDraft(systemId, language);
  const text = useDebounced(draft ?? saved, pauseMilliseconds);
  return previewOptions(systemId, useMessageKind(), language, text, examId);
}

/** Whether only another text can be rendered, so that a retry is pointless. */
export function isToCorrect(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && [400, 413, 422].includes(failure.status) && failure.detail !== '';
}

const fieldNames: Readonly<Record<string, TextKey>> = {
  subject: 'Message.Subject',
  subjectFr: 'Message.Subject',
  subjectEn: 'Message.Subject',
  preheader: 'Message.Preheader',
};

export function RefusedText({ failure }: { failure: CallFailed }) {
  const t = useT();
  const failureText = useFailureText();
  const faults = useMessageFaults()(failure);
  return (
    <Notice tone="warning" title={t('Message.Preview.None')}>
      {faults.length === 0
        ? failureText(failure)
        : faults.map(({ path, text }) => (
            <p key={path}>
              {t('Message.Fault', {
                field: t(fieldNames[path] ?? 'Message.Body'),
                fault: text,
              })}
            </p>
          ))}
    </Notice>
  );
}

interface PreviewedMailProps {
  mail: InvitationPreview;
  language: Language;
  part: 'html' | 'text';
  fileName: string | null;
  inOtherLanguage?: readonly TranslatedFact[] | undefined;
}

/** A rendered mail with its head, as HTML or as plain text. */
export function PreviewedMail({ mail, language, part, fileName, ...props }: PreviewedMailProps) {
  const { t, list } = useTexts();
  const { inOtherLanguage = mail.inOtherLanguage ?? [] } = props;
  return (
    <div className="flex flex-col gap-4">
      {!mail.isUsable && <Notice tone="warning">{t(`Message.Preview.Empty.${language}`)}</Notice>}
      {inOtherLanguage.length > 0 && (
        <Notice tone="warning">
          {t(`MailForecast.Translated.${language}`, {
            facts: list(inOtherLanguage.map((fact) => t(`MailForecast.${fact}`))),
          })}
        </Notice>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        <dt className="text-muted">{t('Mail.From')}</dt>
        <dd>
          <BreakableAddress address={mail.from} />
        </dd>
        <dt className="text-muted">{t('Mail.To')}</dt>
        <dd>
          <BreakableAddress address={mail.to} />
        </dd>
        {mail.replyTo !== null && (
          <>
            <dt className="text-muted">{t('Mail.ReplyTo')}</dt>
            <dd>
              <BreakableAddress address={mail.replyTo} />
            </dd>
          </>
        )}
        <dt className="text-muted">{t('Mail.Subject')}</dt>
        <dd lang={language} className="font-medium text-ink">
          {mail.subject}
        </dd>
        <dt className="text-muted">{t('Message.Preheader')}</dt>
        <dd lang={language}>{mail.preheader}</dd>
      </dl>
      {part === 'html' ? (
        <ForeignHtmlFrame title={t(`Message.Preview.${language}`)} html={mail.html} lang={language} />
      ) : (
        <pre
          lang={language}
          className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]"
        >
          {mail.text}
        </pre>
      )}
      {[fileName, mail.calendarFile]
        .filter((name) => typeof name === 'string')
        .map((name) => (
          <p key={name} className="inline-flex items-center gap-1.5 text-sm">
            <FileIcon size={16} className="shrink-0 text-muted" />
            {t('Message.Attached', { name })}
          </p>
        ))}
    </div>
  );
}
