import type { ExamHours } from './examDay.ts';

/** Extra time in the quizzes of a course: minutes more, or a factor of a quiz's own time limit (1.5: half as much again). */
export type ExtraTime =
  | { readonly minutes: number; readonly factor: null }
  | { readonly minutes: null; readonly factor: number };

/**
 * The hours of an exam for its quizzes; `isForAll`: also for whom no extra time was ordered. `former`: hours that it had before,
 * by which a platform knows dates again that the portal has set.
 */
export type QuizHours = ExamHours & {
  readonly isForAll: boolean;
  readonly former: readonly Pick<ExamHours, 'startsAt' | 'endsAt'>[];
};

/** A quiz, or another activity, that is closed to people while they should be in it. */
export interface ShutQuiz {
  readonly name: string;
  readonly kind: 'quiz' | 'activity';
  /** For everybody; null for no such date. */
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  /** How many of those who were asked for; 0 where nobody was, and it is shut to everybody. */
  readonly people: number;
  /** Whether `setExtraTimes` with hours for all opens it. */
  readonly isRepairable: boolean;
}
