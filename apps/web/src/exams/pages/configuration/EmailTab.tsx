import { type Language, languages } from '@guichet/contract/core/language';
import { type MessageKind, messageKinds } from '@guichet/contract/mail/messages';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choiceParam } from '../../../core/address/params.ts';
import type { Search } from '../../../core/address/search.ts';
import { useAddress } from '../../../core/address/useAddress.ts';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { LeaveDialog } from '../../../core/parts/leaving/LeaveDialog.tsx';
import { AttachmentPanel } from '../../../mail/messages/attachment/AttachmentPanel.tsx';
import {
  type ChosenFiles,
  useAttachment,
  useChosenFiles,
} from '../../../mail/messages/attachment/useAttachment.ts';
import { LanguageChoice } from '../../../mail/messages/LanguageChoice.tsx';
import { MessageForm } from '../../../mail/messages/MessageForm.tsx';
import { MessageKindContext } from '../../../mail/messages/messageKind.ts';
import { messageOptions, type ReadMessage } from '../../../mail/messages/messages.api.ts';
import { OtherLanguageNotice } from '../../../mail/messages/OtherLanguageNotice.tsx';
import { MessageVersions } from '../../../mail/messages/versions/MessageVersions.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { examsOptions } from '../../places/places.api.ts';
import { MessagePreview } from './messages/MessagePreview.tsx';
import { TestPanel } from './messages/TestPanel.tsx';

const params = { message: choiceParam(languages, 'fr'), text: choiceParam(messageKinds, 'invitation') };

export interface EmailTabProps {
  systemId: number;
  /** The address parameters of this tab, kept while another tab shows. */
  search: Search;
}

/** The messages to candidates, one kind and one language at a time, with a preview of the mail. */
export function EmailTab({ systemId, search }: EmailTabProps) {
  const t = useT();
  const [, change] = useAddress(params);
  const kind = params.text.read(search.text);
  const language = params.message.read(search.message);
  const files = useChosenFiles();
  return (
    <MessageKindContext value={kind}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Segmented
            legend={t('Message.Kind')}
            value={kind}
            onChange={(text) => change({ text }, 'replace')}
            options={messageKinds.map((value) => ({ value, label: t(`Message.Kind.${value}`) }))}
          />
          <p className="min-w-60 flex-1 text-muted text-sm">{t(`Message.Lead.${kind}`)}</p>
          <LanguageChoice
            systemId={systemId}
            value={language}
            onChange={(message) => change({ message }, 'replace')}
          />
        </div>
        <MessageEditing key={kind} systemId={systemId} kind={kind} language={language} files={files} />
        <LeaveDialog
          active={files.hasAny}
          title={t('Content.Leave.Title')}
          message={t('Message.Attachment.Leave')}
        />
      </div>
    </MessageKindContext>
  );
}

interface MessageEditingProps {
  systemId: number;
  kind: MessageKind;
  language: Language;
  files: ChosenFiles;
}

function MessageEditing({ systemId, kind, language, files }: MessageEditingProps) {
  const t = useT();
  const [french, english] = useQueries({
    queries: [messageOptions(systemId, kind, 'fr'), messageOptions(systemId, kind, 'en')],
  });
  const shown = language === 'fr' ? french : english;
  const [exam, setExam] = useState<number | null>(null);

  return (
    <>
      {french.data && english.data && (
        <OtherLanguageNotice systemId={systemId} saved={{ fr: french.data, en: english.data }} />
      )}
      <Loaded query={shown} lines={10}>
        {(saved) => (
          <MessageEditor
            key={language}
            systemId={systemId}
            language={language}
            saved={saved}
            chosen={files.of(kind, language)}
            exam={exam}
          />
        )}
      </Loaded>
      <section aria-labelledby="message-previews" className="mt-4 flex flex-col gap-4">
        <div className="flex flex-col gap-2">
          <h2 id="message-previews" className="font-serif text-ink text-xl">
            {t('Message.Preview')}
          </h2>
          <p className="max-w-prose text-muted">{t('Message.Preview.Lead')}</p>
          <PreviewedExam systemId={systemId} value={exam} onChange={setExam} />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Loaded query={french}>
            {(saved) => <MessagePreview systemId={systemId} language="fr" saved={saved} examId={exam} />}
          </Loaded>
          <Loaded query={english}>
            {(saved) => <MessagePreview systemId={systemId} language="en" saved={saved} examId={exam} />}
          </Loaded>
        </div>
      </section>
    </>
  );
}

interface MessageEditorProps {
  systemId: number;
  language: Language;
  saved: ReadMessage;
  chosen: ReturnType<ChosenFiles['of']>;
  exam: number | null;
}

/** Edits the text and the attachment of a message, and tests both. */
function MessageEditor({ systemId, language, saved, chosen, exam }: MessageEditorProps) {
  const t = useT();
  const attachment = useAttachment(systemId, language, chosen, saved.fileName);
  const of = { systemId, language, saved };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Card title={t(`Message.Title.${language}`)} actions={<MessageVersions {...of} />}>
        <MessageForm {...of} attachment={attachment} />
      </Card>
      <div className="flex flex-col gap-5">
        <AttachmentPanel {...of} attachment={attachment} />
        <TestPanel systemId={systemId} language={language} examId={exam} />
      </div>
    </div>
  );
}

interface PreviewedExamProps {
  systemId: number;
  value: number | null;
  onChange: (examId: number | null) => void;
}

/** Chooses the exam of the previews; absent when no exam is planned, since previews then invent one. */
function PreviewedExam({ systemId, value, onChange }: PreviewedExamProps) {
  const t = useT();
  const { longDay } = useFormats();
  const { data: exams = [] } = useQuery(examsOptions(systemId, 'coming', useLanguage()));
  if (exams.length === 0) return null;
  return (
    <div className="max-w-lg">
      <Select
        label={t('Message.Preview.Exam')}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('Message.Preview.NextExam')}</option>
        {exams.map(({ id, title, date }) => (
          <option key={id} value={id}>
            {`${title} – ${longDay(date)}`}
          </option>
        ))}
      </Select>
    </div>
  );
}
