import type { GradeOutcome, Points } from '@guichet/contract/exams/results.grades';
import type { NotPresent } from '@guichet/contract/identity/users';

/** Moodle keeps five decimals, so that two thirds of 30 may be a little less than 20. */
const tolerance = 0.00001;

/** The change that the rule makes for a candidate with this grade, marked as attended with success or not. */
export function judgeGrade(
  { points, outOf }: Points,
  isMarked: boolean,
  passPercent: number | null,
  notPresent: NotPresent | null,
): { readonly to: boolean; readonly outcome: GradeOutcome } {
  if (points === null || outOf === null || passPercent === null) return { to: isMarked, outcome: 'ungraded' };
  const to = points + tolerance >= (outOf * passPercent) / 100;
  if (to === isMarked) return { to, outcome: 'same' };
  if (to && notPresent) return { to: isMarked, outcome: notPresent };
  return { to, outcome: to ? 'marked' : 'unmarked' };
}
