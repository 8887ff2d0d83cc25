import type { Language } from '@guichet/contract/core/language';
import { type MessageText, preheaderLimit } from '@guichet/contract/mail/messages';
import type { Editor } from 'hugerte';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { BodyEditor } from './editor/BodyEditor.tsx';
import { PasswordLinkNotice } from './PasswordLinkNotice.tsx';
import { type LineField, PlaceholderMenu } from './PlaceholderMenu.tsx';
import { useFaultFocus } from './saving/useFaultFocus.ts';
import type { MessageSaving } from './saving/useMessageSaving.ts';
import { useSaveKey } from './saving/useSaveKey.ts';
import { UsedPlaceholders } from './UsedPlaceholders.tsx';

export interface MessageFieldsProps {
  /** The key of the text, under which the caret position is remembered. */
  name: string;
  language: Language;
  text: MessageText;
  onChange: (patch: Partial<MessageText>) => void;
  /** Saves the text, when its key is pressed. */
  onSave: () => void;
  /** The last refusal, and what is at fault now. */
  saving: Pick<MessageSaving, 'refusal' | 'faults'>;
  /** Whether the text has a field for what inboxes show beside the subject. */
  hasPreheader?: boolean;
  /** Whether readers may have no password, so that a text without a link to choose one is told. */
  wantsLink?: boolean;
  /** Stands below the text, for example a notice that it grows too long. */
  notices?: ReactNode;
  columns?: readonly string[] | undefined;
}

/** Subject and text in one language, with the placeholders, and the preheader. */
export function MessageFields(props: MessageFieldsProps) {
  const {
    name,
    language,
    text,
    onChange,
    onSave,
    saving,
    hasPreheader = false,
    wantsLink = true,
    notices,
    columns = [],
  } = props;
  const t = useT();
  const fields = { subject: useRef<HTMLInputElement>(null), preheader: useRef<HTMLInputElement>(null) };
  const lastField = useRef<LineField | null>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  useFaultFocus(saving, fields, editor);
  useSaveKey(editor, onSave);
  const faultAt = (field: string) => saving.faults.find(({ path }) => path === field)?.text ?? null;

  const line = (field: LineField, maxLength: number) => ({
    ref: fields[field],
    name: field,
    lang: language,
    autoComplete: 'off',
    maxLength,
    value: text[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
    onFocus: () => {
      lastField.current = field;
    },
    error: faultAt(field),
  });

  return (
    <>
      <TextField {...line('subject', 300)} label={t('Message.Subject')} />
      <BodyEditor
        label={t('Message.Body')}
        name={name}
        lang={language}
        html={text.body}
        onChange={(body) => onChange({ body })}
        onEditor={setEditor}
        error={faultAt('body')}
        tools={
          <PlaceholderMenu
            language={language}
            fields={fields}
            last={lastField}
            editor={editor}
            columns={columns}
            onField={(field, value) => onChange({ [field]: value })}
          />
        }
      />
      <UsedPlaceholders text={`${text.subject} ${text.body} ${text.preheader ?? ''}`} />
      {notices}
      {wantsLink && (
        <PasswordLinkNotice
          language={language}
          body={text.body}
          editor={editor}
          onBody={(body) => onChange({ body })}
        />
      )}
      {/* Below the text, since the button between subject and text inserts placeholders into both. */}
      {hasPreheader && (
        <TextField
          {...line('preheader', preheaderLimit)}
          label={t('Message.Preheader')}
          hint={t('Message.Preheader.Hint')}
        />
      )}
    </>
  );
}
