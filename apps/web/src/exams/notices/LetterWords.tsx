import type { Reminder } from '@guichet/contract/exams/notices.reminders';
import { useLanguage, useT } from '../../core/i18n/useT.ts';

type Subjects = Pick<NonNullable<Reminder['letter']>, 'subjectFr' | 'subjectEn'>;

/** The subject of a letter in the reader's language, or else in the other one. */
export function useSubject({ subjectFr, subjectEn }: Subjects): string {
  return useLanguage() === 'fr' ? subjectFr || subjectEn : subjectEn || subjectFr;
}

/** A letter in the list: its subject, author, people, attachment, and who was left out. */
export function LetterWords({ letter, name }: { letter: NonNullable<Reminder['letter']>; name: string }) {
  const t = useT();
  const subject = useSubject(letter);
  return (
    <span className="flex flex-col">
      <span>{t('TimeLine.Letter', { subject, name })}</span>
      <span className="text-muted text-sm">{t(`Letter.Audience.${letter.audience}.Note`)}</span>
      {letter.fileName && (
        <span className="wrap-anywhere text-muted text-sm">
          {t('Message.Attached', { name: letter.fileName })}
        </span>
      )}
      {letter.leftOut > 0 && (
        <span className="text-muted text-sm">{t('TimeLine.LeftOut', { count: letter.leftOut })}</span>
      )}
    </span>
  );
}
