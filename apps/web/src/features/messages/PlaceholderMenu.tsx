import type { Language } from '@guichet/contract/core/language';
import { type Placeholder, placeholders } from '@guichet/contract/messages';
import type { Editor } from 'hugerte';
import { type RefObject, useEffect, useRef } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { Menu } from '../../ui/aria/Menu.tsx';

export interface PlaceholderMenuProps {
  /** The language of the message. */
  language: Language;
  subject: RefObject<HTMLInputElement | null>;
  editor: Editor | null;
  onSubject: (subject: string) => void;
}

/** The link text of a placeholder for an address; alone in its paragraph the link becomes a button. */
const passwordWords: Record<Language, string> = { fr: 'Choisir mon mot de passe', en: 'Choose my password' };

/** Inserts a placeholder at the last caret position, in the subject or the text. */
export function PlaceholderMenu({ language, subject, editor, onSubject }: PlaceholderMenuProps) {
  const t = useT();
  const isInSubject = useRef(false);

  useEffect(() => {
    const field = subject.current;
    const enter = () => {
      isInSubject.current = true;
    };
    field?.addEventListener('focus', enter);
    return () => field?.removeEventListener('focus', enter);
  }, [subject]);

  useEffect(() => {
    const enter = () => {
      isInSubject.current = false;
    };
    editor?.on('focus', enter);
    return () => void editor?.off('focus', enter);
  }, [editor]);

  function insert(name: Placeholder) {
    const field = subject.current;
    if (isInSubject.current && field) {
      field.focus();
      field.setRangeText(`{{${name}}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      onSubject(field.value);
    } else if (editor) {
      editor.focus();
      editor.insertContent(inText(name, language));
    }
  }

  return (
    <Menu
      label={t('Message.Placeholder.Insert')}
      trigger="button"
      size="sm"
      entries={placeholders.map((name) => ({
        id: name,
        label: t(`Message.Placeholder.${name}`),
        note: `{{${name}}}`,
        onSelect: () => insert(name),
      }))}
    />
  );
}

function inText(name: Placeholder, language: Language): string {
  if (name === 'setPasswordUrl') return `<a href="{{setPasswordUrl}}">${passwordWords[language]}</a>`;
  if (name === 'loginUrl') return '<a href="{{loginUrl}}">{{loginUrl}}</a>';
  return `{{${name}}}`;
}
