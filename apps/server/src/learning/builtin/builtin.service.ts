/**
 * Owns the built-in learning platform: its courses, people, enrolments and sign-on.
 * Does not know the portal: courses and people come through its connector, visitors with a ticket.
 */

import { fold } from '@guichet/contract/core/fold';
import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import * as queries from './builtin.queries.ts';

export { openEntry } from './platformEntry.ts';

export function ensureCourse(context: AppContext, course: queries.CourseFacts): Promise<number> {
  return systemTransaction(context, (tx) => queries.upsertCourse(tx, course, context.clock.now()));
}

export function findCourse(context: AppContext, organisation: number, code: string) {
  return queries.selectCourse(context.database.read, organisation, code);
}

interface Person {
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export async function ensureUsers(context: AppContext, organisation: number, people: readonly Person[]) {
  const rows = people.map(({ key, firstName, lastName, email }) => ({
    key,
    full_name: `${firstName} ${lastName}`,
    sort_name: fold(`${lastName} ${firstName}`),
    email,
  }));
  await systemTransaction(context, (tx) => queries.upsertUsers(tx, organisation, rows));
}

/** Returns the keys of people without an account here. */
export function enrol(context: AppContext, courseId: number, keys: readonly string[]): Promise<string[]> {
  return systemTransaction(context, (tx) =>
    queries.insertEnrolments(tx, courseId, keys, context.clock.now()),
  );
}

export async function unenrol(context: AppContext, courseId: number, keys: readonly string[]): Promise<void> {
  await systemTransaction(context, (tx) => queries.deleteEnrolments(tx, courseId, keys));
}

export function listEnrolledKeys(context: AppContext, courseId: number): Promise<string[]> {
  return queries.selectEnrolledKeys(context.database.read, courseId);
}
