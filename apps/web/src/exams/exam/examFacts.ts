import type { Language } from '@guichet/contract/core/language';
import type { Exam, ExamFacts } from '@guichet/contract/exams/exams';
import { examFactNames } from '@guichet/contract/exams/exams.facts';

export const noTexts: Omit<ExamFacts, 'titleFr' | 'examDate'> = {
  titleEn: '',
  startTime: '',
  endTime: '',
  endDate: '',
  placeFr: '',
  placeEn: '',
  placeUrl: '',
  instructionsFr: '',
  instructionsEn: '',
};

/** The fields of an exam that its form edits. */
export function pickFacts(exam: Exam): ExamFacts {
  return Object.fromEntries(examFactNames.map((name) => [name, exam[name]])) as ExamFacts;
}

/** The other language, if its text was changed while the text `name` still stands as saved. */
export function languageAhead(
  name: keyof ExamFacts,
  { saved, facts }: { readonly saved: ExamFacts; readonly facts: ExamFacts },
): Language | undefined {
  const other = otherLanguage[name];
  // If the other text was saved empty, a translation is being added, and the text `name` is not behind.
  if (!other || facts[name] === '' || saved[other.name] === '') return undefined;
  const isChanged = (of: keyof ExamFacts) => facts[of].trim() !== saved[of];
  return isChanged(other.name) && !isChanged(name) ? other.language : undefined;
}

const otherLanguage: Partial<
  Record<keyof ExamFacts, { readonly name: keyof ExamFacts; readonly language: Language }>
> = {
  titleFr: { name: 'titleEn', language: 'en' },
  titleEn: { name: 'titleFr', language: 'fr' },
  placeFr: { name: 'placeEn', language: 'en' },
  placeEn: { name: 'placeFr', language: 'fr' },
  instructionsFr: { name: 'instructionsEn', language: 'en' },
  instructionsEn: { name: 'instructionsFr', language: 'fr' },
};
