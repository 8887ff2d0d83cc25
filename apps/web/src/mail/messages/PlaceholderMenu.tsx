import type { Language } from '@guichet/contract/core/language';
import type { KeptField } from '@guichet/contract/core/listValues';
import { type Placeholder, placeholders } from '@guichet/contract/mail/messages';
import type { Editor } from 'hugerte';
import { type RefObject, useEffect, useRef } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Menu } from '../../ui/aria/Menu.tsx';
import { passwordLinkIn } from './passwordLink.ts';

/** The fields of a message that have a single line. */
export type LineField = 'subject' | 'preheader';
export type LineFields = Readonly<Record<LineField, RefObject<HTMLInputElement | null>>>;

export interface PlaceholderMenuProps {
  language: Language;
  fields: LineFields;
  /** The field that had the focus last; null for the text. */
  last: RefObject<LineField | null>;
  editor: Editor | null;
  onField: (name: LineField, value: string) => void;
  /** The columns of lists that the exam of the text keeps. */
  columns: readonly string[];
}

/** The link to a first password comes first, since new people cannot sign in without it. */
const offered = new Set<Placeholder>(['setPasswordUrl', ...placeholders]);

/** The time within which a menu has closed. */
const closingMilliseconds = 500;

/** Inserts a placeholder at the last caret position, in a field or the text. */
export function PlaceholderMenu({ language, fields, last, editor, onField, columns }: PlaceholderMenuProps) {
  const t = useT();
  const returnTo = useRef<{ focus: () => void } | null>(null);

  useEffect(() => {
    const enter = () => {
      last.current = null;
    };
    editor?.on('focus', enter);
    return () => void editor?.off('focus', enter);
  }, [editor, last]);

  function insert(name: Placeholder | KeptField) {
    const field = last.current && fields[last.current].current;
    goOnIn(field ?? editor);
    if (last.current && field) {
      field.focus();
      field.setRangeText(`{{${name}}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      onField(last.current, field.value);
    } else if (editor) {
      editor.focus();
      editor.insertContent(inText(name, language));
    }
  }

  /** The closing menu gives the focus to its button, from where it returns to the place of the caret. */
  function goOnIn(place: { focus: () => void } | null) {
    returnTo.current = place;
    setTimeout(() => {
      returnTo.current = null;
    }, closingMilliseconds);
  }

  function giveFocusBack() {
    returnTo.current?.focus();
    returnTo.current = null;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the button inside has the focus
    <span onFocus={giveFocusBack}>
      <Menu
        label={t('Message.Placeholder.Insert')}
        trigger="button"
        size="sm"
        entries={[
          ...[...offered].map((name) => ({ name, label: t(`Message.Placeholder.${name}`) })),
          ...columns.map((column) => ({
            name: `list.${column}` as const,
            label: t('Message.Placeholder.Listed', { column }),
          })),
        ].map(({ name, label }) => ({
          id: name,
          label,
          note: `{{${name}}}`,
          onSelect: () => insert(name),
        }))}
      />
    </span>
  );
}

function inText(name: Placeholder | KeptField, language: Language): string {
  if (name === 'setPasswordUrl') return passwordLinkIn(language);
  if (name === 'loginUrl') return '<a href="{{loginUrl}}">{{loginUrl}}</a>';
  return `{{${name}}}`;
}
