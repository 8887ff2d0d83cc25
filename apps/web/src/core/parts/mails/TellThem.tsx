import type { Language } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';
import { NoteFields } from './NoteFields.tsx';

export interface TellThemProps {
  /** How many of those who leave were mailed about the exam before; none are offered to be told. */
  count: number;
  /** How many leave. */
  leaving: number;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The question is open: while it closes nothing new is told. */
  isAsked: boolean;
  /** The languages of those who would be told. */
  readers: readonly Language[];
  notes: NoticeNotes;
  onNotes: (notes: NoticeNotes) => void;
  /** The mail that tells them with these notes, to read. */
  mail: (notes: NoticeNotes) => ReactNode;
}

/** Offers to tell people whom an administrator takes out of an exam. */
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
