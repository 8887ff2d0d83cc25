import type { Language } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';
import { NoteFields } from './NoteFields.tsx';

export interface TellThemProps {
  /** How many of the leaving people were mailed about the exam before; for 0 nothing renders. */
  count: number;
  /** The number of leaving people. */
  leaving: number;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Whether the question is open. A closing question shows no new warning, which would be announced. */
  isAsked: boolean;
  /** The languages of the people who would be told. */
  readers: readonly Language[];
  notes: NoticeNotes;
  onNotes: (notes: NoticeNotes) => void;
  /** Renders the preview of the mail with these notes. */
  mail: (notes: NoticeNotes) => ReactNode;
}

/** Offers to tell people that an administrator takes them out of an exam. */
export function TellThem(props: TellThemProps) {
  const { count, leaving, checked, onChange, isAsked, readers, notes, onNotes, mail } = props;
  const t = useT();
  if (count === 0) return null;
  return (
    <>
      <Checkbox
        label={leaving === 1 ? t('TakeOut.Mail.Alone') : t('TakeOut.Mail', { count })}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isAsked && !checked && <Notice tone="warning">{t('TakeOut.Silent', { count })}</Notice>}
      {checked && <NoteFields readers={readers} notes={notes} onChange={onNotes} />}
      {mail(notes)}
    </>
  );
}
