import { type Language, languages } from '@guichet/contract/core/language';
import { sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { issueTicket } from '@guichet/contract/identity/sessions';
import { type MouseEvent, useState } from 'react';
import { buildRequest } from '../../../../core/call/buildRequest.ts';
import { call } from '../../../../core/call/call.ts';
import { query, useQueries, useQuery } from '../../../../core/call/query.ts';
import { useFailureText } from '../../../../core/forms/formFaults.tsx';
import { useLanguage, useT, useTexts } from '../../../../core/i18n/formats.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { AttachmentPanel } from '../../../../mail/messages/attachment/AttachmentPanel.tsx';
import { type ChosenFiles, useAttachment } from '../../../../mail/messages/attachment/useAttachment.ts';
import { useDraft } from '../../../../mail/messages/drafts/drafts.ts';
import { WritingExtras, WritingLayout } from '../../../../mail/messages/editor/WritingLayout.tsx';
import { MessageForm } from '../../../../mail/messages/MessageForm.tsx';
import { messageOptions, type ReadMessage, useMessageQuery } from '../../../../mail/messages/messages.api.ts';
import { OtherLanguageNotice } from '../../../../mail/messages/OtherLanguageNotice.tsx';
import { MessageVersions } from '../../../../mail/messages/versions/MessageVersions.tsx';
import { ButtonLink } from '../../../../ui/buttons/ButtonLink.tsx';
import { Options, Select } from '../../../../ui/fields/Select.tsx';
import { ExternalIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Alert, Notice } from '../../../../ui/states/Notice.tsx';
import { examsOptions } from '../../../places/places.api.ts';
import { LongMessageNotice } from './LongMailNotice.tsx';
import { MessagePreview } from './MessagePreview.tsx';

export interface MessageEditingProps {
  systemId: number;
  language: Language;
  files: ChosenFiles;
}

/** Edits the message of the context in one language, with its previews in both. */
export function MessageEditing({ systemId, language, files }: MessageEditingProps) {
  const message = useMessageQuery();
  const t = useT();
  const [french, english] = useQueries({
    queries: [messageOptions(systemId, message, 'fr'), messageOptions(systemId, message, 'en')],
  });
  const shown = language === 'fr' ? french : english;
  const [chosen, setExam] = useState<number | null>(null);
  const exam = message.examId ?? chosen;

  return (
    <WritingLayout
      previews={
        <section aria-labelledby="message-previews" className="flex flex-col gap-4">
          <div className="flex flex-col gap-2">
            <h2 id="message-previews" className="font-serif text-ink text-xl">
              {t('Message.Preview')}
            </h2>
            <p className="max-w-prose text-muted text-sm">{t('Message.Preview.Lead')}</p>
            {message.examId === undefined && (
              <PreviewedExam systemId={systemId} value={exam} onChange={setExam} />
            )}
          </div>
          {/* Beside the text, which it would move while somebody types. */}
          {french.data && english.data && (
            <OtherLanguageNotice systemId={systemId} saved={{ fr: french.data, en: english.data }} />
          )}
          <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-1">
            {(language === 'fr' ? languages : languages.toReversed()).map((one) => (
              <Loaded key={one} query={one === 'fr' ? french : english}>
                {(saved) => <MessagePreview systemId={systemId} language={one} saved={saved} examId={exam} />}
              </Loaded>
            ))}
          </div>
        </section>
      }
    >
      <Loaded query={shown} lines={10}>
        {(saved) => (
          <MessageEditor
            key={language}
            systemId={systemId}
            language={language}
            saved={saved}
            chosen={files.of(message.kind, language)}
            exam={exam}
          />
        )}
      </Loaded>
    </WritingLayout>
  );
}

interface MessageEditorProps {
  systemId: number;
  language: Language;
  saved: ReadMessage;
  chosen: ReturnType<ChosenFiles['of']>;
  exam: number | null;
}

function MessageEditor({ systemId, language, saved, chosen, exam }: MessageEditorProps) {
  const t = useT();
  const attachment = useAttachment(systemId, language, chosen, saved.fileName);
  const of = { systemId, language, saved };
  const params = { systemId, examId: exam ?? 0 };
  const kept = useQuery({ ...query(listKeptColumns, { params }), enabled: exam !== null });
  return (
    <>
      <Card title={t(`Message.Title.${language}`)} actions={<MessageVersions {...of} />}>
        <MessageForm
          {...of}
          attachment={attachment}
          columns={kept.data}
          notices={<LongMessageNotice {...of} examId={exam} />}
        />
      </Card>
      <WritingExtras>
        <AttachmentPanel {...of} attachment={attachment} />
        <TestPanel systemId={systemId} language={language} examId={exam} />
      </WritingExtras>
    </>
  );
}

interface PreviewedExamProps {
  systemId: number;
  value: number | null;
  onChange: (examId: number | null) => void;
}

/** Chooses the exam of the previews; absent when no exam is planned, since previews then invent one. */
function PreviewedExam({ systemId, value, onChange }: PreviewedExamProps) {
  const { t, longDay } = useTexts();
  const { data: exams = [] } = useQuery(examsOptions(systemId, 'coming', useLanguage()));
  if (exams.length === 0) return null;
  // The exam that previews take where none is chosen.
  const only = exams.length === 1 ? exams[0]?.id : undefined;
  return (
    <div className="max-w-lg">
      <Select
        label={t('Message.Preview.Exam')}
        value={value ?? only ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        {only === undefined && (
          <option value="">
            {t(
              exams.some(({ numberOfCandidates }) => numberOfCandidates > 0)
                ? 'Message.Preview.NextExam'
                : 'Message.Preview.NextExam.None',
            )}
          </option>
        )}
        <Options of={exams} each={({ id, title, date }) => [id, `${title} – ${longDay(date)}`]} />
      </Select>
    </div>
  );
}

interface TestPanelProps {
  systemId: number;
  language: Language;
  /** The exam of the mail; null for the next exam. */
  examId: number | null;
}

/** Sends the saved message to the reader, in a window that shows the result. */
function TestPanel({ systemId, language, examId }: TestPanelProps) {
  const t = useT();
  const failureText = useFailureText();
  const [draft] = useDraft(systemId, language);
  const [problem, setProblem] = useState<string | null>(null);
  const address = useTestAddress(systemId, language, examId);

  async function send(event: MouseEvent) {
    event.preventDefault();
    // Opened during the click, since browsers would block a later popup; the address follows once the ticket
    // is there.
    const opened = window.open('', '_blank');
    if (!opened) return setProblem(t('Message.Test.Blocked'));
    setProblem(null);
    try {
      // A single-use ticket, since the window cannot send a header (readings §3).
      await call(issueTicket, { body: { purpose: 'sendEmailTest', systemId, languageId: language } });
      opened.opener = null;
      opened.location.href = address;
    } catch (error) {
      opened.close();
      setProblem(failureText(error));
    }
  }

  return (
    <Card title={t('Message.Test')} description={t('Message.Test.Hint')}>
      <div className="flex flex-col gap-3">
        {problem !== null && <Alert title={t('Message.Operation.test')}>{problem}</Alert>}
        {draft !== null && <Notice tone="warning">{t('Message.Test.Unsaved')}</Notice>}
        <div>
          <ButtonLink
            href={address}
            target="_blank"
            iconEnd={ExternalIcon}
            onClick={(event) => void send(event)}
          >
            {t(`Message.Test.Send.${language}`)}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

/** The address of the window that sends a test mail. */
function useTestAddress(systemId: number, language: Language, examId: number | null): string {
  const query = { ...useMessageQuery(), ...(examId !== null && { examId }) };
  const input = { params: { systemId, languageId: language }, query };
  return buildRequest(sendEmailTest, input, { token: null, xsrfToken: null, language }).url;
}
