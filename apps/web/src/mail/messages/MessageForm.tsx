import './saving/saveBar.css';
import type { Language } from '@guichet/contract/core/language';
import { type Message, preheaderLimit } from '@guichet/contract/mail/messages';
import type { Editor } from 'hugerte';
import { type FormEvent, useRef, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import type { Attachment } from './attachment/useAttachment.ts';
import { useMessageText } from './drafts/drafts.ts';
import { BodyEditor } from './editor/BodyEditor.tsx';
import { PasswordLinkNotice } from './PasswordLinkNotice.tsx';
import { type LineField, PlaceholderMenu } from './PlaceholderMenu.tsx';
import { SaveProblem, TextSetAside } from './saving/SaveProblem.tsx';
import { useFaultFocus } from './saving/useFaultFocus.ts';
import { useMessageSaving } from './saving/useMessageSaving.ts';

export interface MessageFormProps {
  systemId: number;
  language: Language;
  saved: Message;
  /** The document chosen beside the text; a save uploads it too. */
  attachment: Attachment;
}

/** Subject, preheader and text of a message; the draft is kept until it is saved or discarded. */
export function MessageForm({ systemId, language, saved, attachment }: MessageFormProps) {
  const t = useT();
  const { text, isDirty, basedOn, change, takeUp, discard } = useMessageText(systemId, language, saved);
  const saveRest = () => void attachment.send();
  const saving = useMessageSaving({ systemId, language, text, basedOn, discard, saveRest });
  const fields = { subject: useRef<HTMLInputElement>(null), preheader: useRef<HTMLInputElement>(null) };
  const lastField = useRef<LineField | null>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  useFaultFocus(saving, fields, editor);
  const faultAt = (field: string) => saving.faults.find(({ path }) => path === field)?.text ?? null;

  function submit(event: FormEvent) {
    event.preventDefault();
    attachment.askBefore(saving.save);
  }

  const line = (name: LineField, maxLength: number) => ({
    ref: fields[name],
    name,
    lang: language,
    autoComplete: 'off',
    maxLength,
    value: text[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onFocus: () => {
      lastField.current = name;
    },
    error: faultAt(name),
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <SaveProblem systemId={systemId} language={language} text={text} saving={saving} discard={discard} />
      <TextSetAside systemId={systemId} language={language} onTakeUp={takeUp} />
      <TextField {...line('subject', 300)} label={t('Message.Subject')} />
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
            fields={fields}
            last={lastField}
            editor={editor}
            onField={(name, value) => change({ [name]: value })}
          />
        }
      />
      <PasswordLinkNotice
        language={language}
        body={text.body}
        editor={editor}
        onBody={(body) => change({ body })}
      />
      {/* Below the text, since the button between subject and text inserts placeholders into both. */}
      <TextField
        {...line('preheader', preheaderLimit)}
        label={t('Message.Preheader')}
        hint={t('Message.Preheader.Hint')}
      />
      <div className="save-bar -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-lg border-line border-t bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button
          type="submit"
          variant="primary"
          busy={saving.isSaving || attachment.isSending}
          busyLabel={t('Message.Save.Busy')}
        >
          {t('Message.Save')}
        </Button>
        {(isDirty || attachment.file) && <StateChip tone="warning">{t('Message.Unsaved')}</StateChip>}
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
