import type { Course } from './courses.queries.ts';
import * as queries from './grading.queries.ts';
import type { InnerView } from './pages/view.ts';
import type { Surroundings } from './surroundings.ts';

export const mostPoints = 100;

/** Why a typed grade is not saved. `changed`: somebody else has given another grade meanwhile. */
export type GradeFault = 'invalid' | 'changed';

/** A grade form that was not saved, by the keys of the people. */
export interface RefusedGrades {
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: ReadonlyMap<string, GradeFault>;
}

export type SavedGrades = { readonly saved: number } | { readonly refused: RefusedGrades };

/** Whether this visitor may give grades for the course now: from the day of the exam on. */
export function mayGradeNow({ visitor, today }: InnerView, course: Course): boolean {
  return visitor.mayGrade && !course.isCancelled && course.examDate <= today;
}

/**
 * Saves the grades of a form that differ from the grades it showed, all or none. `points-<key>` holds the
 * typed text, empty for no grade; `before-<key>` the grade that the form showed.
 */
export async function saveGrades(
  context: Surroundings,
  { visitor }: InnerView,
  courseId: number,
  form: Readonly<Record<string, unknown>>,
): Promise<SavedGrades> {
  const shown = typedIn(form, 'before-');
  const edited = [...typedIn(form, 'points-')].filter(([key, text]) => text !== (shown.get(key) ?? ''));
  const keys = edited.map(([key]) => key);
  return context.database.transact(async (tx) => {
    const now = await queries.lockGrades(tx, courseId, keys);
    const faults = new Map<string, GradeFault>();
    const grades = edited.flatMap(([key, text]) => {
      const there = now.get(key);
      // The person has left the course since the form was shown: the next page no longer names them.
      if (there === undefined) return [];
      const points = pointsOf(text);
      const isOther = there !== pointsOf(shown.get(key) ?? '') && there !== points;
      if (isOther) faults.set(key, 'changed');
      if (points !== undefined) return [{ key, points }];
      faults.set(key, 'invalid');
      return [];
    });
    // Unedited grades are shown as they stand now: sent again, they must not undo somebody else's change.
    if (faults.size > 0) return { refused: { typed: new Map(edited), faults } };
    await queries.writeGrades(tx, courseId, grades, { by: visitor.fullName, at: context.clock.now() });
    return { saved: grades.length };
  });
}

function typedIn(form: Readonly<Record<string, unknown>>, prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(form))
    if (name.startsWith(prefix) && typeof value === 'string')
      found.set(name.slice(prefix.length), value.trim());
  return found;
}

/** `62,5` and `62.5` are 62.5; null for an empty field, undefined for text that is no grade. */
function pointsOf(text: string): number | null | undefined {
  if (text === '') return null;
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(text)) return undefined;
  const points = Number(text.replace(',', '.'));
  return points <= mostPoints ? points : undefined;
}
