import type { ExamFacts } from './exams.ts';

/** The names of the facts, in the order in which people write and read them. */
export const examFactNames = [
  'titleFr',
  'titleEn',
  'examDate',
  'startTime',
  'endTime',
  'endDate',
  'placeFr',
  'placeEn',
  'placeUrl',
  'instructionsFr',
  'instructionsEn',
] as const satisfies readonly (keyof ExamFacts)[];
