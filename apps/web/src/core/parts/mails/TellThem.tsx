import type { Language } from '@guichet/contract/core/language';
import {
  areNotesSendable,
  hasNote,
  isNoteTooLong,
  type NoticeNotes,
  noteIn,
  noteLimit,
} from '@guichet/contract/exams/notices.notes';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { lengthNote } from '../../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useValidationText } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';

export interface TellThemProps {
  /** The label of the box that offers the mail. */
  label: string;
  /** Warns of what happens when nobody is told. */
  silent?: string;
  notice: NoticeChoice;
  /** Whether the question is open. A closing question shows no new warning, which would be announced. */
  isAsked: boolean;
  /** The languages of the people who would be told. */
  readers: readonly Language[];
  /** Renders the preview of the mail with these notes. */
  mail: (notes: NoticeNotes) => ReactNode;
}

/** Offers to tell people by mail of what an administrator does, with the administrator's own sentences. */
export function TellThem({ label, silent, notice, isAsked, readers, mail }: TellThemProps) {
  const { sendEmail, choose, notes, setNotes } = notice;
  return (
    <>
      <Checkbox label={label} checked={sendEmail} onChange={({ target }) => choose(target.checked)} />
      {silent && isAsked && !sendEmail && <Notice tone="warning">{silent}</Notice>}
      {sendEmail && <NoteFields readers={readers} notes={notes} onChange={setNotes} />}
      {mail(notes)}
    </>
  );
}

/** The words that offer to tell `count` of `leaving` people that an administrator takes them out of an exam. */
export function useRemovalOffer() {
  const t = useT();
  return ({ count, leaving }: { count: number; leaving: number }) => ({
    label: leaving === 1 ? t('TakeOut.Mail.Alone') : t('TakeOut.Mail', { count }),
    silent: t('TakeOut.Silent', { count }),
  });
}

/** Adds to the words about a change how many mails tell of it; `told` is undefined without any wish to tell. */
export function useSayTold() {
  const t = useT();
  return (done: string, told: number | undefined) =>
    told === undefined ? done : `${done} ${t('Exam.Told', { count: told })}`;
}

interface NoteFieldsProps {
  /** The languages of the mail's readers; both when unknown. */
  readers: readonly Language[];
  notes: NoticeNotes;
  onChange: (notes: NoticeNotes) => void;
}

const fieldOf = { fr: 'noteFr', en: 'noteEn' } as const;

/** The sentences that the sender adds to a mail, per language; warns when some readers get none. */
export function NoteFields({ readers, notes, onChange }: NoteFieldsProps) {
  const t = useT();
  const validationText = useValidationText();
  const silent = readers.filter((language) => noteIn(language, notes).trim() === '');
  return (
    <>
      {readers.map((language) => (
        <TextArea
          key={language}
          label={t(`Note.Label.${language}`)}
          note={lengthNote(noteIn(language, notes), noteLimit, t('Field.Optional'))}
          error={isNoteTooLong(language, notes) ? validationText('maxLength') : undefined}
          lang={language}
          rows={2}
          value={noteIn(language, notes)}
          onChange={({ target }) => onChange({ ...notes, [fieldOf[language]]: target.value })}
        />
      ))}
      {silent.length < readers.length &&
        silent.map((language) => (
          <Notice key={language} tone="warning">
            {t(`Note.Missing.${language}`)}
          </Notice>
        ))}
    </>
  );
}

export type NoticeChoice = ReturnType<typeof useNotice>;

/**
 * Whether the people concerned are told by mail, and the sentences that the sender adds. `mayTell` is whether anybody
 * can be told, `byDefault` the answer until somebody ticks or unticks the box.
 */
export function useNotice({ mayTell, byDefault }: { mayTell: boolean; byDefault: boolean }) {
  const [chosen, choose] = useState<boolean | null>(null);
  const [notes, setNotes] = useState<NoticeNotes>({});
  const sendEmail = mayTell && (chosen ?? byDefault);
  return {
    sendEmail,
    choose,
    notes,
    setNotes,
    isFilled: sendEmail && hasNote(notes),
    isSendable: !sendEmail || areNotesSendable(notes),
    /** The part of a call that says so. */
    body: { sendEmail, ...(sendEmail && notes) },
    reset() {
      choose(null);
      setNotes({});
    },
  };
}
