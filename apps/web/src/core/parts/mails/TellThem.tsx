import type { Language } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';
import { NoteFields } from './NoteFields.tsx';
import type { NoticeChoice } from './useNotice.ts';

export interface TellThemProps {
  /** How many of the leaving people were mailed about the exam before; for 0 nothing renders. */
  count: number;
  /** The number of leaving people. */
  leaving: number;
  notice: NoticeChoice;
  /** Whether the question is open. A closing question shows no new warning, which would be announced. */
  isAsked: boolean;
  /** The languages of the people who would be told. */
  readers: readonly Language[];
  /** Renders the preview of the mail with these notes. */
  mail: (notes: NoticeNotes) => ReactNode;
}

/** Offers to tell people that an administrator takes them out of an exam. */
export function TellThem(props: TellThemProps) {
  const { count, leaving, isAsked, readers, mail } = props;
  const { sendEmail, choose, notes, setNotes } = props.notice;
  const t = useT();
  if (count === 0) return null;
  return (
    <>
      <Checkbox
        label={leaving === 1 ? t('TakeOut.Mail.Alone') : t('TakeOut.Mail', { count })}
        checked={sendEmail}
        onChange={({ target }) => choose(target.checked)}
      />
      {isAsked && !sendEmail && <Notice tone="warning">{t('TakeOut.Silent', { count })}</Notice>}
      {sendEmail && <NoteFields readers={readers} notes={notes} onChange={setNotes} />}
      {mail(notes)}
    </>
  );
}
