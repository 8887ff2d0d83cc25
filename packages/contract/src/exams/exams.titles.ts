import type { Language } from '../core/language.ts';

interface Titled {
  readonly title: string;
  readonly titleEn: string;
}

/** The exam with its title in this language, where it has such a title. */
export function titleIn<Exam extends Titled>(language: Language, exam: Exam): Exam {
  return language === 'en' && exam.titleEn !== '' ? { ...exam, title: exam.titleEn } : exam;
}

interface Placed {
  readonly placeFr: string;
  readonly placeEn: string;
}

/** The place of an exam in this language, or else in the other; '' where none is stated. */
export function placeIn(language: Language, { placeFr, placeEn }: Placed): string {
  return language === 'fr' ? placeFr || placeEn : placeEn || placeFr;
}
