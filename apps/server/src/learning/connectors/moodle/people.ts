import * as z from 'zod/mini';
import { ConnectorError, type Enrolled, isFinal, makeRemark } from '../connector.ts';
import { orNull } from '../http.ts';
import { findUsers, readFacts, type User } from './users.ts';
import type { MoodleSite } from './webService.ts';

const wsFunction = 'core_enrol_get_enrolled_users';
const pageSize = 1000;
const mostReadings = 5;

const Person = z.object({
  id: z.int(),
  idnumber: z._default(z.string(), ''),
  roles: z._default(z.array(z.object({ roleid: z.int() })), []),
  groups: z._default(z.array(z.object({ id: z.int() })), []),
});
type Person = z.output<typeof Person>;

/** Everybody on a course, whoever enrolled them, with their account as stored. */
export async function listPeople(site: MoodleSite, courseid: number): Promise<Enrolled[]> {
  const people = await listPages(site, { courseid, fields: 'id, idnumber, roles' });
  const active = await listActive(site, courseid);
  const accounts = await findAccountsOf(site, people);
  return people.flatMap(({ id, roles }) => {
    const user = accounts.find(id);
    // The account was deleted after the list was read.
    if (!user) return [];
    return {
      ...readFacts(user),
      role: roleOf(roles, site.settings.role),
      isActive: active === null ? null : active.has(id),
      twins: accounts.twinsOf(user).map(String),
    };
  });
}

/** The ids of everybody on a course, by whichever enrolment method. */
export async function listIds(
  site: Pick<MoodleSite, 'call'>,
  courseid: number,
): Promise<ReadonlySet<number>> {
  const people = await listPages(site, { courseid, fields: 'id' });
  return new Set(people.map(({ id }) => id));
}

/** Everybody on a course by id, with the ids of their groups. */
export async function listGroups(
  site: MoodleSite,
  courseid: number,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const people = await listPages(site, { courseid, fields: 'id, groups' });
  return new Map(people.map(({ id, groups }) => [id, new Set(groups.map((group) => group.id))]));
}

function roleOf(roles: Person['roles'], student: number): Enrolled['role'] {
  if (!roles.some(({ roleid }) => roleid === student)) return 'other';
  return roles.length === 1 ? 'student' : 'more';
}

/** Ids of people whose enrolment is active and within its dates; null without `moodle/course:enrolreview`. */
async function listActive(site: MoodleSite, courseid: number): Promise<ReadonlySet<number> | null> {
  const people = await orNull(listPages(site, { courseid, fields: 'id', onlyactive: 1 }), isFinal);
  return people && new Set(people.map(({ id }) => id));
}

/**
 * Pages overlap by one person: somebody who leaves the course between two pages moves the others up, and one of them
 * would be passed over. The list is then read anew.
 */
async function listPages(
  { call }: Pick<MoodleSite, 'call'>,
  { courseid, fields, onlyactive }: { courseid: number; fields: string; onlyactive?: 1 },
): Promise<Person[]> {
  let people: Person[] = [];
  for (let readings = 1; readings <= mostReadings; ) {
    const last = people.at(-1);
    const options = [
      { name: 'userfields', value: fields },
      { name: 'limitfrom', value: last ? people.length - 1 : 0 },
      { name: 'limitnumber', value: pageSize },
      ...(onlyactive ? [{ name: 'onlyactive', value: onlyactive }] : []),
    ];
    const page = await call(wsFunction, { courseid, options }, z.array(Person));
    if (last && page[0]?.id !== last.id) {
      people = [];
      readings += 1;
      continue;
    }
    people.push(...(last ? page.slice(1) : page));
    if (page.length < pageSize) return people;
  }
  throw new ConnectorError(makeRemark('unexpectedForm', { name: wsFunction, where: 'limitfrom' }), 'later');
}

/** A course's list does not show stored names, addresses and suspensions, so the accounts are looked up. */
async function findAccountsOf(site: MoodleSite, people: readonly Person[]) {
  const idnumbers = [...new Set(people.map(({ idnumber }) => idnumber).filter(Boolean))];
  const keyless = people.filter(({ idnumber }) => !idnumber).map(({ id }) => String(id));
  const users = [
    ...(await findUsers(site, 'idnumber', idnumbers)),
    ...(await findUsers(site, 'id', keyless)),
  ];
  const byId = new Map(users.map((user) => [user.id, user]));
  const byKey = Map.groupBy(byId.values(), ({ idnumber }) => idnumber);
  // A key can be another account's username only where its own account has lost that username.
  const renamed = users.filter(({ idnumber, username }) => idnumber !== '' && username !== idnumber);
  const usernames = [...new Set(renamed.map(({ idnumber }) => idnumber))];
  const byUsername = Map.groupBy(await findUsers(site, 'username', usernames), ({ username }) => username);
  return {
    find: (id: number) => byId.get(id),
    twinsOf({ id, idnumber: key }: User) {
      if (key === '') return [];
      const holders = [...(byKey.get(key) ?? []), ...(byUsername.get(key) ?? [])];
      return [...new Set(holders.map((holder) => holder.id))].filter((other) => other !== id);
    },
  };
}
