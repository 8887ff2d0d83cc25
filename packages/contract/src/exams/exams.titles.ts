import type { Language } from '../core/language.ts';

interface Titled {
  readonly title: string;
  readonly titleEn: string;
}

/** The exam with its title in this language, where it has such a title. */
export function titleIn<Exam extends Titled>(language: Language, exam: Exam): Exam {
  return language === 'en' && exam.titleEn !== '' ? { ...exam, title: exam.titleEn } : exam;
}
