import { languages } from '@guichet/contract/core/language';
import { giveOwnText, removeOwnText } from '@guichet/contract/exams/notices.invitations';
import { type Message, type MessageKind, messageKinds } from '@guichet/contract/mail/messages';
import { useRef, useState } from 'react';
import { choiceParam, useAddress } from '../../../../core/address/useAddress.ts';
import { useCall, useQueries } from '../../../../core/call/query.ts';
import { useTellFailure } from '../../../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../../../core/i18n/formats.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../../core/page/TitledPage.tsx';
import { useEditorPolicy } from '../../../../core/page/useEditorPolicy.ts';
import { ConfirmCall } from '../../../../core/parts/asking/Question.tsx';
import { LeaveDialog } from '../../../../core/parts/leaving/LeaveDialog.tsx';
import { useChosenFiles } from '../../../../mail/messages/attachment/useAttachment.ts';
import { LanguageChoice } from '../../../../mail/messages/LanguageChoice.tsx';
import { MessageContext, messageOptions } from '../../../../mail/messages/messages.api.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { scrollToPageTop } from '../../../../ui/focus/useToastRoom.ts';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { MessageEditing } from '../../configuration/messages/MessageEditing.tsx';
import { MessagePreview } from '../../configuration/messages/MessagePreview.tsx';
import { ExamPartPage } from '../ExamPartPage.tsx';

const params = { message: choiceParam(languages, 'fr'), text: choiceParam(messageKinds, 'invitation') };

/** The texts of an exam: the texts of the system, or copies of them for this exam alone. */
export function ExamTextsPage(page: PageProps) {
  const t = useT();
  const [{ text: kind }, change] = useAddress(params);
  const isReady = useEditorPolicy(true);
  return (
    <ExamPartPage {...page}>
      {({ systemId, examId }) => (
        <div className="flex flex-col gap-4">
          <Segmented
            legend={t('Message.Kind')}
            value={kind}
            onChange={(text) => change({ text }, 'replace')}
            options={messageKinds.map((value) => ({ value, label: t(`Message.Kind.${value}`) }))}
          />
          <MessageContext value={{ kind, examId }}>
            {isReady && <ExamText key={kind} systemId={systemId} examId={examId} kind={kind} />}
          </MessageContext>
        </div>
      )}
    </ExamPartPage>
  );
}

interface ExamTextProps {
  systemId: number;
  examId: number;
  kind: MessageKind;
}

function ExamText({ systemId, examId, kind }: ExamTextProps) {
  const [french, english] = useQueries({
    queries: languages.map((language) => messageOptions(systemId, { kind, examId }, language)),
  });
  const isFresh = useRef(false);
  if (!french || !english) return null;
  const of = { systemId, examId, kind };
  // The button of the system's text is gone: writing goes on at the top, in the first field.
  const begin = (place: HTMLElement | null) => {
    if (!place || !isFresh.current) return;
    isFresh.current = false;
    scrollToPageTop();
    place.querySelector<HTMLElement>('[name="subject"]')?.focus({ preventScroll: true });
  };
  return (
    <Loaded query={french} lines={8}>
      {(fr) =>
        fr.isOwn ? (
          <div ref={begin} className="contents">
            <OwnText {...of} />
          </div>
        ) : (
          <>
            <SystemText
              {...of}
              onGive={() => {
                isFresh.current = true;
              }}
            />
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <MessagePreview systemId={systemId} language="fr" saved={fr} examId={examId} />
              <Loaded query={english}>
                {(en) => <MessagePreview systemId={systemId} language="en" saved={en} examId={examId} />}
              </Loaded>
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** Says that the exam has the system's text, and copies the text for this exam alone. */
function SystemText({ systemId, examId, kind, onGive }: ExamTextProps & { onGive: () => void }) {
  const t = useT();
  const tellFailure = useTellFailure();
  const give = useCall(giveOwnText);
  return (
    <Notice
      title={t(`ExamTexts.System.${kind}`)}
      action={
        <Button
          busy={give.isPending}
          onClick={() => {
            onGive();
            give.mutate({ params: { systemId, examId }, body: { kind } }, { onError: tellFailure });
          }}
        >
          {t('ExamTexts.Give')}
        </Button>
      }
    >
      {t('ExamTexts.System.Text')}
    </Notice>
  );
}

/** Edits the own text of an exam; says what has become of the system's since, and puts the exam back to it. */
function OwnText({ systemId, examId, kind }: ExamTextProps) {
  const { t, longDateTime } = useTexts();
  const [{ message: language }, change] = useAddress(params);
  const files = useChosenFiles();
  const remove = useCall(removeOwnText);
  const [isAsking, ask] = useState(false);
  const [own, general] = useQueries({
    queries: [
      messageOptions(systemId, { kind, examId }, language),
      messageOptions(systemId, { kind }, language),
    ],
  });
  const changedAt = laterText(own.data, general.data);
  return (
    <>
      <Notice
        tone={changedAt ? 'warning' : 'info'}
        title={t('ExamTexts.Own')}
        action={<Button onClick={() => ask(true)}>{t('ExamTexts.Remove')}</Button>}
      >
        {changedAt
          ? t(`ExamTexts.Own.Later.${language}`, { when: longDateTime(changedAt) })
          : t('ExamTexts.Own.Text')}
      </Notice>
      <LanguageChoice
        systemId={systemId}
        value={language}
        onChange={(message) => change({ message }, 'replace')}
      />
      <MessageEditing systemId={systemId} language={language} files={files} />
      <ConfirmCall
        call={remove}
        open={isAsking}
        title={t('ExamTexts.Remove')}
        messages={[t('ExamTexts.Remove.Question')]}
        onConfirm={() =>
          remove.mutate({ params: { systemId, examId }, body: { kind } }, { onSuccess: () => ask(false) })
        }
        onClose={() => ask(false)}
      />
      <LeaveDialog
        active={files.hasAny}
        title={t('Content.Leave.Title')}
        message={t('Message.Attachment.Leave')}
      />
    </>
  );
}

/** When the system's text was changed, if that was after the last change of the exam's own. */
function laterText(own: Message | undefined, general: Message | undefined): Date | null {
  const [since, changed] = [own?.savedAt, general?.savedAt];
  return since && changed && changed > since ? changed : null;
}
