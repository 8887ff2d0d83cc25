import type { Letter } from '@guichet/contract/exams/letters';

/** The details of a letter in the audit log: the French subject, or the English where that is the only one. */
export function letterDetail({ subjectFr, subjectEn }: Pick<Letter, 'subjectFr' | 'subjectEn'>) {
  return { mailSubject: subjectFr || subjectEn };
}
