import * as queries from './courses.queries.ts';
import type { Surroundings } from './surroundings.ts';
import { openEntry, type Visitor } from './visits/entry.ts';

export type Platform = ReturnType<typeof openPlatform>;

/** The platform as a portal calls it. Each call may be repeated. */
export function openPlatform(surroundings: Surroundings) {
  const { clock, database } = surroundings;
  const { read } = database;
  return {
    ensureCourse: (course: queries.CourseFacts) =>
      database.transact((tx) => queries.upsertCourse(tx, course, clock.now())),
    findCourse: (organisation: number, code: string) => queries.selectCourse(read, organisation, code),
    listAccounts: (organisation: number, keys: readonly string[]) =>
      queries.selectAccounts(read, organisation, keys),
    findByAddress: (organisation: number, addresses: readonly string[]) =>
      queries.selectByAddress(read, organisation, addresses),
    ensureUsers: (organisation: number, people: readonly queries.UserRow[]) =>
      database.transact((tx) => queries.upsertUsers(tx, organisation, people)),
    /** Returns the keys without an account. */
    enrol: (courseId: number, keys: readonly string[]) =>
      database.transact((tx) => queries.insertEnrolments(tx, courseId, keys, clock.now())),
    unenrol: (courseId: number, keys: readonly string[]) =>
      database.transact((tx) => queries.deleteEnrolments(tx, courseId, keys)),
    unenrolAccounts: (courseId: number, ids: readonly string[]) =>
      database.transact((tx) => queries.deleteUserEnrolments(tx, courseId, ids)),
    listEnrolments: (courseId: number) => queries.selectEnrolled(read, courseId),
    readGrades: (courseId: number) => queries.selectGrades(read, courseId),
    /** The absolute address where the visitor signs on, once. */
    openEntry: (organisation: number, visitor: Visitor, to: Parameters<typeof openEntry>[3]) =>
      openEntry(surroundings, organisation, visitor, to),
  };
}
