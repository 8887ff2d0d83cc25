import './saving/saveBar.css';
import type { Language } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import type { Editor } from 'hugerte';
import { type FormEvent, useRef, useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { BodyEditor } from './editor/BodyEditor.tsx';
import { PlaceholderMenu } from './PlaceholderMenu.tsx';
import { useMessageText } from './saving/drafts.ts';
import { SaveProblem, TextSetAside } from './saving/SaveProblem.tsx';
import { useFaultFocus } from './saving/useFaultFocus.ts';
import { useMessageSaving } from './saving/useMessageSaving.ts';

export interface MessageFormProps {
  systemId: number;
  language: Language;
  saved: Message;
}

/** Subject and text of one message; the draft is kept until it is saved or discarded. */
export function MessageForm({ systemId, language, saved }: MessageFormProps) {
  const t = useT();
  const { text, isDirty, basedOn, change, takeUp, discard } = useMessageText(systemId, language, saved);
  const saving = useMessageSaving({ systemId, language, text, basedOn, discard });
  const subject = useRef<HTMLInputElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  useFaultFocus(saving, subject, editor);
  const faultAt = (field: string) => saving.faults.find(({ path }) => path === field)?.text ?? null;

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.save();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <SaveProblem systemId={systemId} language={language} text={text} saving={saving} discard={discard} />
      <TextSetAside systemId={systemId} language={language} onTakeUp={takeUp} />
      <TextField
        ref={subject}
        label={t('Message.Subject')}
        name="subject"
        lang={language}
        autoComplete="off"
        maxLength={300}
        value={text.subject}
        onChange={(event) => change({ subject: event.target.value })}
        error={faultAt('subject')}
      />
      <BodyEditor
        label={t('Message.Body')}
        name={`${systemId}.${language}`}
        lang={language}
        html={text.body}
        onChange={(body) => change({ body })}
        onEditor={setEditor}
        error={faultAt('body')}
        tools={
          <PlaceholderMenu
            language={language}
            subject={subject}
            editor={editor}
            onSubject={(value) => change({ subject: value })}
          />
        }
      />
      <div className="save-bar -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-lg border-line border-t bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button type="submit" variant="primary" busy={saving.isSaving} busyLabel={t('Message.Save.Busy')}>
          {t('Message.Save')}
        </Button>
        {isDirty && <UnsavedMark onDiscard={discard} disabled={saving.isSaving} />}
      </div>
    </form>
  );
}

/** Marks unsaved changes, and offers to discard them. */
function UnsavedMark({ onDiscard, disabled }: { onDiscard: () => void; disabled: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <StateChip tone="warning">{t('Message.Unsaved')}</StateChip>
      <Button variant="quiet" size="sm" disabled={disabled} onClick={() => setAsking(true)}>
        {t('Message.Discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('Message.Discard')}
        messages={[t('Message.Discard.Question')]}
        confirmLabel={t('Message.Discard.Yes')}
        cancelLabel={t('Message.Discard.No')}
        closeLabel={t('Dialog.Close')}
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
