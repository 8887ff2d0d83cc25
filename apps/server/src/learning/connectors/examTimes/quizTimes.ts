import type { ExamHours } from './examDay.ts';

/** Extra time in a course's quizzes: minutes more, or a factor of each time limit (1.5: half more). */
export type ExtraTime =
  | { readonly minutes: number; readonly factor: null }
  | { readonly minutes: null; readonly factor: number };

/**
 * The hours of an exam for its quizzes. `isForAll`: they also hold for people without extra time. `former`:
 * earlier hours of the exam, by which a platform recognises dates that the portal has set. `extraTimes`: those
 * of everybody in the exam, for a platform whose quizzes have one end for all.
 */
export type QuizHours = ExamHours & {
  readonly isForAll: boolean;
  readonly former: readonly Pick<ExamHours, 'startsAt' | 'endsAt'>[];
  readonly extraTimes?: readonly ExtraTime[];
};

/** A quiz, or another activity, that is closed to people during their exam. */
export interface ShutQuiz {
  readonly name: string;
  readonly kind: 'quiz' | 'activity';
  /** The opening for everybody; null for no such date. */
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  /** How many of the people asked about are shut out; 0 where nobody was asked about. */
  readonly people: number;
  /** Whether `setExtraTimes` with hours for all opens the quiz. */
  readonly isRepairable: boolean;
}
