import type { Language } from '@guichet/contract/core/language';
import { isNoteTooLong, type NoticeNotes, noteIn, noteLimit } from '@guichet/contract/exams/notices.notes';
import { lengthNote } from '../../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useValidationText } from '../../forms/useValidationText.ts';
import { useT } from '../../i18n/useT.ts';

export interface NoteFieldsProps {
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
