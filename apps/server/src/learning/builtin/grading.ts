import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import * as queries from './builtin.queries.ts';
import type { InnerView } from './pages/view.ts';

export const mostPoints = 100;

/** Why a typed grade is not saved. `changed`: somebody else has given another one meanwhile. */
export type GradeFault = 'invalid' | 'changed';

/** A grade form that was not saved, by the keys of the people. */
export interface RefusedGrades {
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: ReadonlyMap<string, GradeFault>;
}

export type SavedGrades = { readonly saved: number } | { readonly refused: RefusedGrades };

/** Whether this visitor gives grades for the course now: from the day of the exam on. */
export function mayGradeNow({ visitor, today }: InnerView, course: queries.Course): boolean {
  return visitor.mayGrade && !course.isCancelled && course.examDate <= today;
}

/**
 * Saves the grades of a form that differ from what it showed, all or none. `points-<key>` holds what was typed, empty for no
 * grade; `before-<key>` what the form showed.
 */
export async function saveGrades(
  context: AppContext,
  { visitor }: InnerView,
  courseId: number,
  form: Readonly<Record<string, unknown>>,
): Promise<SavedGrades> {
  const typed = typedIn(form, 'points-');
  const before = typedIn(form, 'before-');
  const edited = [...typed].filter(([key, text]) => text !== (before.get(key) ?? ''));
  const grades = edited.map(([key, text]) => ({
    key,
    points: pointsOf(text),
    before: before.get(key) ?? '',
  }));
  const invalid = grades.filter(({ points }) => points === undefined);
  if (invalid.length > 0) return { refused: { typed, faults: faultsOf(invalid, 'invalid') } };
  const given = grades.map(({ key, points }) => ({ key, points: points ?? null }));
  const changed = await systemTransaction(context, async (tx) => {
    const now = await queries.lockGrades(
      tx,
      courseId,
      given.map(({ key }) => key),
    );
    const others = grades.filter(({ key, before, points }) => {
      const there = now.get(key) ?? null;
      return there !== pointsOf(before) && there !== points;
    });
    if (others.length > 0) return others;
    const onCourse = given.filter(({ key }) => now.has(key));
    await queries.writeGrades(tx, courseId, onCourse, { by: visitor.fullName, at: context.clock.now() });
    return [];
  });
  if (changed.length > 0) return { refused: { typed, faults: faultsOf(changed, 'changed') } };
  return { saved: given.length };
}

function typedIn(form: Readonly<Record<string, unknown>>, prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(form))
    if (name.startsWith(prefix) && typeof value === 'string')
      found.set(name.slice(prefix.length), value.trim());
  return found;
}

/** `62,5` and `62.5` are 62.5; null for an empty field, undefined for what is no grade. */
function pointsOf(text: string): number | null | undefined {
  if (text === '') return null;
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(text)) return undefined;
  const points = Number(text.replace(',', '.'));
  return points <= mostPoints ? points : undefined;
}

function faultsOf(people: readonly { readonly key: string }[], fault: GradeFault) {
  return new Map(people.map(({ key }) => [key, fault]));
}
