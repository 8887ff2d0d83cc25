import './saving/saveBar.css';
import type { Language } from '@guichet/contract/core/language';
import type {
  MessageEditConflict as EditConflict,
  Message,
  MessageText,
} from '@guichet/contract/mail/messages';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Question } from '../../core/parts/asking/Question.tsx';
import { EditConflictDialog, useSavedNote } from '../../core/parts/versions/EditConflictDialog.tsx';
import { SetAsideNotice } from '../../core/parts/versions/SetAsideNotice.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { Alert } from '../../ui/states/Notice.tsx';
import type { Attachment } from './attachment/useAttachment.ts';
import { useMessageText, useSetAside } from './drafts/drafts.ts';
import { MessageFields } from './MessageFields.tsx';
import { useKeepMessage } from './messages.api.ts';
import { type MessageSaving, useMessageSaving } from './saving/useMessageSaving.ts';
import { useMessageParts } from './versions/MessageVersions.tsx';

export interface MessageFormProps {
  systemId: number;
  language: Language;
  saved: Message;
  /** The document chosen beside the text; a save uploads it too. */
  attachment: Attachment;
  notices?: ReactNode;
  columns?: readonly string[] | undefined;
}

/** Subject, preheader and text of a message; the draft is kept until it is saved or discarded. */
export function MessageForm({ systemId, language, saved, attachment, notices, columns }: MessageFormProps) {
  const t = useT();
  const { text, isDirty, basedOn, change, takeUp, discard } = useMessageText(systemId, language, saved);
  const saveRest = () => void attachment.send();
  const saving = useMessageSaving({ systemId, language, text, basedOn, discard, saveRest });

  const save = () => attachment.askBefore(saving.save);

  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <MessageFields
        name={`${systemId}.${language}`}
        language={language}
        text={text}
        onChange={change}
        onSave={save}
        saving={saving}
        hasPreheader
        notices={notices}
        columns={columns}
      />
      {/* Below the text, which notices would move while somebody types. */}
      <SaveProblem systemId={systemId} language={language} text={text} saving={saving} discard={discard} />
      <TextSetAside systemId={systemId} language={language} onTakeUp={takeUp} />
      <div className="save-bar -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-lg border-line border-t bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button
          type="submit"
          variant="primary"
          busy={saving.isSaving || attachment.isSending}
          busyLabel={t('Message.Save.Busy')}
        >
          {t('Message.Save')}
        </Button>
        {(isDirty || attachment.file) && (
          <StateChip tone="warning">
            {t(isDirty ? 'Message.Unsaved' : 'Message.Attachment.Pending')}
          </StateChip>
        )}
        {isDirty && <DiscardButton onDiscard={discard} disabled={saving.isSaving} />}
      </div>
    </form>
  );
}

/** Offers to discard unsaved changes of the text. */
function DiscardButton({ onDiscard, disabled }: { onDiscard: () => void; disabled: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SmallButton variant="quiet" disabled={disabled} onClick={() => setAsking(true)}>
        {t('Message.Discard')}
      </SmallButton>
      <Question
        open={isAsking}
        title={t('Message.Discard')}
        messages={[t('Message.Discard.Question')]}
        confirmLabel={t('Message.Discard.Yes')}
        cancelLabel={t('Message.Discard.No')}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Why the last save failed, with a way out of an edit conflict. */
function SaveProblem(props: RefusedSave) {
  const t = useT();
  const { saving } = props;
  if (saving.theirs) return <MessageEditConflict {...props} theirs={saving.theirs} />;
  if (saving.problem === null || saving.refusal || saving.isUnknown) return null;
  return <Alert title={t('Message.NotSaved')}>{saving.problem}</Alert>;
}

interface RefusedSave {
  systemId: number;
  language: Language;
  text: MessageText;
  saving: MessageSaving;
  discard: () => void;
}

/** An edit conflict: a dialog with both texts, and a notice if the user first goes on editing. */
function MessageEditConflict(props: RefusedSave & { theirs: EditConflict['current'] }) {
  const { systemId, language, text, saving, discard, theirs } = props;
  const t = useT();
  const savedNote = useSavedNote();
  const partsOf = useMessageParts();
  const [isComparing, setComparing] = useState(true);
  const [, setAside] = useSetAside(systemId, language);
  const keepMessage = useKeepMessage(systemId, language);

  function takeTheirs() {
    setAside(text);
    discard();
    keepMessage(theirs);
    saving.forget();
  }

  return (
    <>
      <Alert
        title={t('Message.NotSaved')}
        action={<SmallButton onClick={() => setComparing(true)}>{t('EditConflict.Compare')}</SmallButton>}
      >
        {t('EditConflict.Notice')}
      </Alert>
      <EditConflictDialog
        open={isComparing}
        language={language}
        mine={partsOf(text)}
        theirs={{ note: savedNote(theirs), ...partsOf(theirs) }}
        busy={saving.isSaving}
        problem={saving.problem}
        onKeepMine={() => saving.saveOver(theirs, () => setComparing(false))}
        onTakeTheirs={takeTheirs}
        onClose={() => setComparing(false)}
      />
    </>
  );
}

interface TextSetAsideProps {
  systemId: number;
  language: Language;
  onTakeUp: (text: MessageText) => void;
}

/** Offers the user's own text again after a newer version has replaced it. */
function TextSetAside({ systemId, language, onTakeUp }: TextSetAsideProps) {
  const [text, keep] = useSetAside(systemId, language);
  if (!text) return null;

  function takeUp(mine: MessageText) {
    onTakeUp(mine);
    keep(null);
  }

  return <SetAsideNotice onTakeUp={() => takeUp(text)} onForget={() => keep(null)} />;
}
