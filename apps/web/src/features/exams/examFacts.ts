import type { Exam, ExamFacts } from '@guichet/contract/exams';

export const noTexts: Omit<ExamFacts, 'titleFr' | 'examDate'> = {
  titleEn: '',
  startTime: '',
  endTime: '',
  placeFr: '',
  placeEn: '',
  placeUrl: '',
  instructionsFr: '',
  instructionsEn: '',
};

/** In the order of the form. */
export const factNames = [
  'titleFr',
  'titleEn',
  'examDate',
  'startTime',
  'endTime',
  'placeFr',
  'placeEn',
  'placeUrl',
  'instructionsFr',
  'instructionsEn',
] as const satisfies readonly (keyof ExamFacts)[];

/** What the form of an exam edits. */
export function factsOf(exam: Exam): ExamFacts {
  return Object.fromEntries(factNames.map((name) => [name, exam[name]])) as ExamFacts;
}
