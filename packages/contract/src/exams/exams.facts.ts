import type { ExamFacts } from './exams.ts';

/** In the order in which they are written and read. */
export const examFactNames = [
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
