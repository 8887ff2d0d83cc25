import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { Letter } from '@guichet/contract/exams/letters';
import { fillText } from '../../../mail/outbox/outbox.service.ts';
import { examWords } from '../../facts/facts.service.ts';

type Subjects = Pick<Letter, 'subjectFr' | 'subjectEn'>;

/** The details of a letter in the audit log: the French subject, or the English where that is the only one. */
export function letterDetail({ subjectFr, subjectEn }: Subjects) {
  return { mailSubject: subjectFr || subjectEn };
}

/** The letter with its subjects filled in with the facts of its exam, for lists. */
export function withExam<L extends Subjects>(letter: L, exam: ExamFacts, timeZone: string): L {
  return {
    ...letter,
    subjectFr: fillText(letter.subjectFr, examWords(exam, 'fr', timeZone)),
    subjectEn: fillText(letter.subjectEn, examWords(exam, 'en', timeZone)),
  };
}
