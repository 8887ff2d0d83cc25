import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { type Account, ConnectorError, makeRemark, type Refusal } from '../connector.ts';
import { orNull } from '../http.ts';
import { listIds } from './people.ts';
import { findAccounts } from './users.ts';
import { bisect, type MoodleSite, splitBatches } from './webService.ts';

/** Error codes for an account that never existed, or has been deleted. */
const gone = ['invaliduser', 'userdeleted'];

export async function enrolPeople(
  { call, settings }: MoodleSite,
  courseid: number,
  accounts: readonly Account[],
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const batch of splitBatches(accounts, 3)) {
    const refused = await bisect(batch, async (some) => {
      const enrolments = some.map(({ externalId }) => ({
        roleid: settings.role,
        userid: Number(externalId),
        courseid,
      }));
      await call('enrol_manual_enrol_users', { enrolments }, z.null());
    });
    for (const { item, refusal } of refused) {
      const { message, errorcode } = refusal;
      const remark = gone.includes(errorcode)
        ? makeRemark('accountDeleted')
        : makeRemark('enrolRefused', { said: message });
      refusals.push({ key: item.key, remark });
    }
  }
  return refusals;
}

/** Removes every account with one of the keys, also where two accounts have the same key. */
export async function unenrolPeople(site: MoodleSite, courseid: number, keys: readonly string[]) {
  const found = await findAccounts(site, keys);
  const accounts = [...found].flatMap(([key, users]) => users.map(({ id }) => ({ key, userid: id })));
  return unenrolUsers(site, courseid, accounts);
}

/** Removes accounts by their ids, whoever enrolled them. @throws ConnectorError if somebody stays there */
export async function unenrolAccounts(site: MoodleSite, courseid: number, ids: readonly string[]) {
  const accounts = ids.map((id) => ({ key: id, userid: Number(id) }));
  const [refusal] = await unenrolUsers(site, courseid, accounts);
  if (refusal) throw new ConnectorError(refusal.remark, 'never');
}

async function unenrolUsers(
  site: MoodleSite,
  courseid: number,
  accounts: readonly { readonly key: string; readonly userid: number }[],
): Promise<Refusal[]> {
  if (accounts.length === 0) return [];
  const refusals = new Map<string, Remark>();
  for (const batch of splitBatches(accounts, 2)) {
    const refused = await bisect(batch, (some) => unenrolBatch(site, courseid, some));
    for (const { item, refusal } of refused)
      if (!gone.includes(refusal.errorcode))
        refusals.set(item.key, makeRemark('unenrolRefused', { said: refusal.message }));
  }
  // Moodle gives the same answer for people enrolled by another method, who stay on the course.
  const left = await listIds(site, courseid);
  for (const { key, userid } of accounts)
    if (left.has(userid) && !refusals.has(key)) refusals.set(key, makeRemark('otherEnrolment'));
  return [...refusals].map(([key, remark]) => ({ key, remark }));
}

/** A course without manual enrolment refuses the call, but has no manual enrolments left to remove either. */
async function unenrolBatch(
  { call }: MoodleSite,
  courseid: number,
  accounts: readonly { readonly userid: number }[],
): Promise<void> {
  const enrolments = accounts.map(({ userid }) => ({ userid, courseid }));
  const isWithout = (error: unknown) =>
    error instanceof ConnectorError && error.remark.code === 'wsnoinstance';
  await orNull(call('enrol_manual_unenrol_users', { enrolments }, z.null()), isWithout);
}

/** Whether anybody is on a course, whoever enrolled them. */
export async function hasPeople({ call }: MoodleSite, courseid: number): Promise<boolean> {
  const options = [
    { name: 'userfields', value: 'id' },
    { name: 'limitfrom', value: 0 },
    { name: 'limitnumber', value: 1 },
  ];
  const parameters = { courseid, options };
  return (await call('core_enrol_get_enrolled_users', parameters, z.array(z.unknown()))).length > 0;
}
