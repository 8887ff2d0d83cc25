/**
 * Owns the built-in learning platform: its courses, people, places, and the door to it.
 * Refuses to know the portal: it hears of people and courses through its connector, and lets in who is handed over.
 */

import { fold } from '@guichet/contract/core/fold';
import { keepBooks } from '../../audit/audit.service.ts';
import type { House } from '../../platform/house.ts';
import * as queries from './builtin.queries.ts';

export { openEntry } from './door.ts';

export function ensureCourse(house: House, course: queries.CourseFacts): Promise<number> {
  return keepBooks(house, (tx) => queries.upsertCourse(tx, course, house.clock.now()));
}

export function findCourse(house: House, organisation: number, code: string) {
  return queries.selectCourse(house.database.read, organisation, code);
}

interface Person {
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export async function ensureUsers(house: House, organisation: number, people: readonly Person[]) {
  const rows = people.map(({ key, firstName, lastName, email }) => ({
    key,
    full_name: `${firstName} ${lastName}`,
    sort_name: fold(`${lastName} ${firstName}`),
    email,
  }));
  await keepBooks(house, (tx) => queries.upsertUsers(tx, organisation, rows));
}

/** Answers the keys of those who have no account here. */
export function enrol(house: House, courseId: number, keys: readonly string[]): Promise<string[]> {
  return keepBooks(house, (tx) => queries.insertEnrolments(tx, courseId, keys, house.clock.now()));
}

export async function unenrol(house: House, courseId: number, keys: readonly string[]): Promise<void> {
  await keepBooks(house, (tx) => queries.deleteEnrolments(tx, courseId, keys));
}

export function listEnrolledKeys(house: House, courseId: number): Promise<string[]> {
  return queries.selectEnrolledKeys(house.database.read, courseId);
}
