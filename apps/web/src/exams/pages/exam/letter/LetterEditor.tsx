import '../../../../mail/messages/saving/saveBar.css';
import { type Language, languages } from '@guichet/contract/core/language';
import { previewLetter } from '@guichet/contract/exams/letters';
import { listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { isUsable } from '@guichet/contract/mail/messages.gaps';
import { type FormEvent, type ReactNode, useState } from 'react';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useFailureText } from '../../../../core/forms/formFaults.tsx';
import { useT } from '../../../../core/i18n/useT.ts';
import { RetryButton } from '../../../../core/lists/states/Loaded.tsx';
import { SendingFields } from '../../../../core/parts/forms/SendingFields.tsx';
import { chooseDay } from '../../../../core/parts/forms/sendingDay.ts';
import { LeaveDialog } from '../../../../core/parts/leaving/LeaveDialog.tsx';
import { useDebounced } from '../../../../core/timing/useDebounced.ts';
import { WritingExtras, WritingLayout } from '../../../../mail/messages/editor/WritingLayout.tsx';
import { MessageFields } from '../../../../mail/messages/MessageFields.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { MailIcon } from '../../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { showToast } from '../../../../ui/toasts/toastStore.ts';
import {
  type LetterDraft,
  type LetterToChange,
  patchIn,
  textIn,
  toLetter,
  useLetterDraft,
} from '../../../notices/letters/letterDraft.ts';
import { ReadyLetters } from '../../../notices/letters/ReadyLetters.tsx';
import { LongMailNotice } from '../../configuration/messages/LongMailNotice.tsx';
import { KeptDraft } from './KeptDraft.tsx';
import { LetterDocument } from './LetterDocument.tsx';
import { LetterPeople } from './LetterPeople.tsx';
import { LetterPreviews } from './LetterPreviews.tsx';
import { LetterTest } from './LetterTest.tsx';
import { SendLetterDialog } from './SendLetterDialog.tsx';
import { useLetterFaults } from './useLetterFaults.ts';

export interface LetterEditorProps {
  systemId: number;
  examId: number;
  examDate: string;
  /** The planned letter that is changed; null for a new one. */
  toChange: LetterToChange | null;
}

const formId = 'letter';

/** Milliseconds after the last key press before the preview is updated. */
const pauseMilliseconds = 400;

/** A letter in both languages, with people, text, document and hour, and a preview. */
export function LetterEditor({ systemId, examId, examDate, toChange }: LetterEditorProps) {
  const t = useT();
  const failureText = useFailureText();
  const of = { systemId, examId, examDate };
  const { letter, hasText, isChanged, change, forget } = useLetterDraft(
    systemId,
    examId,
    toChange && { ...toChange, examDate },
  );
  const [language, setLanguage] = useState<Language>('fr');
  const [file, setFile] = useState<File | null>(null);
  const [keptFile, keepFile] = useState(toChange?.planned.fileName ?? null);
  /** Drawn when the question opens, so that a repeated call sends nothing again; null while closed. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const faults = useLetterFaults(letter, language, setLanguage);
  const sent = toLetter(letter);
  const preview = useQuery({
    ...query(previewLetter, {
      params: { systemId, examId },
      body: useDebounced(sent, pauseMilliseconds),
    }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  const kept = useQuery(query(listKeptColumns, { params: { systemId, examId } }));
  const isEmpty = !languages.some((one) => isUsable(textIn(sent, one)));

  function submit(event: FormEvent) {
    event.preventDefault();
    // The field says already what is wrong with the day.
    if (letter.isLater && !chooseDay(letter, examDate).isValid)
      document.querySelector<HTMLElement>('[name="day"]')?.focus();
    else setRequestId(crypto.randomUUID());
  }

  function chooseFile(chosen: File | null) {
    setFile(chosen);
    if (!chosen) keepFile(null);
  }

  /** A letter is kept as it is typed; whoever presses the key to save reads so. */
  function tellKept() {
    showToast({ tone: 'success', title: t('Letter.Kept'), text: t('Letter.Kept.Text') });
  }

  return (
    <div className="flex flex-col gap-5">
      <WritingLayout
        previews={
          <LetterPreviews
            systemId={systemId}
            preview={preview}
            first={language}
            fileName={file?.name ?? keptFile}
          />
        }
      >
        <Card
          title={t(`Letter.Text.${language}`)}
          actions={<ReadyLetters systemId={systemId} hasText={hasText} onReady={change} />}
        >
          <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
            <Segmented
              legend={t('Message.Language')}
              value={language}
              onChange={setLanguage}
              options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
            />
            <MessageFields
              key={language}
              name={`letter.${examId}.${language}`}
              language={language}
              text={textIn(letter, language)}
              onChange={(patch) => change(patchIn(language, patch))}
              onSave={tellKept}
              saving={faults}
              columns={kept.data}
              wantsLink={
                textIn(sent, language).body !== '' && (preview.data?.withoutPassword[language] ?? 0) > 0
              }
              notices={<LongMailNotice htmlBytes={preview.data?.mails[language]?.htmlBytes ?? 0} />}
            />
          </form>
        </Card>
        <WritingExtras>
          <LetterTest
            systemId={systemId}
            examId={examId}
            language={language}
            letter={letter}
            file={file}
            onRefused={faults.refuse}
          />
        </WritingExtras>
      </WritingLayout>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <LetterPeople letter={letter} examDate={examDate} found={preview.data} onChange={change} />
        <div className="flex flex-col gap-5">
          <LetterWhen
            letter={letter}
            examDate={examDate}
            error={faults.hourFault}
            isPlanned={toChange !== null}
            onChange={change}
          />
          <LetterDocument file={file} kept={keptFile} onFile={chooseFile} />
        </div>
      </div>
      {/* Last, after all that it sends. */}
      <div className="save-bar flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3 sm:px-6">
        <Button
          form={formId}
          type="submit"
          variant="primary"
          icon={MailIcon}
          disabled={isEmpty || !preview.data}
        >
          {t(toChange ? 'Letter.Change' : letter.isLater ? 'Letter.Plan' : 'Letter.Send')}
        </Button>
        {(toChange ? isChanged : hasText) && (
          <KeptDraft
            label={t(toChange ? 'Letter.Change.Unsaved' : 'Letter.Unsent')}
            changedAt={letter.changedAt}
            onDiscard={forget}
          />
        )}
        {isEmpty && <p className="text-muted text-sm">{t('Letter.Empty')}</p>}
        {/* Nothing is sent of which it is not known who gets it. */}
        {!isEmpty && !preview.data && preview.error && (
          <>
            <p className="text-muted text-sm">{failureText(preview.error)}</p>
            <RetryButton query={preview} />
          </>
        )}
      </div>
      <SendLetterDialog
        of={of}
        letter={letter}
        file={file}
        changing={toChange && { ...toChange, keepsFile: keptFile !== null }}
        found={preview.data}
        requestId={requestId}
        onRefused={faults.refuse}
        onSent={() => {
          setFile(null);
          forget();
        }}
        onClose={() => setRequestId(null)}
      />
      <LeaveDialog
        active={file !== null}
        title={t('Content.Leave.Title')}
        message={t('Message.Attachment.Leave')}
      />
    </div>
  );
}

interface LetterWhenProps {
  letter: LetterDraft;
  examDate: string;
  /** Why the server refused the hour; null for no refusal. */
  error: ReactNode;
  /** Whether the letter is planned already, and leaves later in any case. */
  isPlanned: boolean;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** Sends at once, or at an hour of a day, in the university's zone. */
function LetterWhen({ letter, examDate, error, isPlanned, onChange }: LetterWhenProps) {
  const t = useT();
  const { isLater } = letter;
  return (
    <Card title={t('Letter.When')}>
      <div className="flex flex-col gap-4">
        {!isPlanned && (
          <Segmented
            legend={t('Letter.When')}
            value={isLater ? 'later' : 'now'}
            onChange={(when) => onChange({ isLater: when === 'later' })}
            options={(['now', 'later'] as const).map((value) => ({
              value,
              label: t(`Letter.When.${value}`),
            }))}
          />
        )}
        {isLater && <SendingFields time={letter} examDate={examDate} error={error} onChange={onChange} />}
      </div>
    </Card>
  );
}
