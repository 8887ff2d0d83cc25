import * as z from 'zod/mini';
import type { Account, Enrolled, Refusal } from '../connector.ts';
import { inHalves } from './inHalves.ts';
import { batchesOf } from './parameters.ts';
import type { MoodleSite } from './site.ts';
import { findAccounts } from './users.ts';

const pageSize = 1000;

const Person = z.object({
  id: z.int(),
  fullname: z._default(z.string(), ''),
  idnumber: z._default(z.string(), ''),
});

export async function enrolPeople(
  { call, settings }: MoodleSite,
  courseid: number,
  accounts: readonly Account[],
  signal: AbortSignal,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const batch of batchesOf(accounts, 3)) {
    const refused = await inHalves(batch, async (some) => {
      const enrolments = some.map(({ externalId }) => ({
        roleid: settings.role,
        userid: Number(externalId),
        courseid,
      }));
      const name = 'enrol_manual_enrol_users';
      await call({ name, parameters: { enrolments }, answer: z.null() }, signal);
    });
    for (const { item, refusal } of refused) {
      const reason =
        refusal.errorcode === 'invaliduser'
          ? 'the account was deleted in Moodle meanwhile'
          : `Moodle refuses to enrol this account: ${refusal.message} (${refusal.errorcode})`;
      refusals.push({ key: item.key, reason });
    }
  }
  return refusals;
}

/** Removes every account with one of the keys, also where two have the same. */
export async function unenrolPeople(
  site: MoodleSite,
  courseid: number,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const found = await findAccounts(site, keys, signal);
  const accounts = [...found].flatMap(([key, users]) => users.map(({ id }) => ({ key, userid: id })));
  for (const batch of batchesOf(accounts, 2)) {
    const refused = await inHalves(batch, async (some) => {
      const enrolments = some.map(({ userid }) => ({ userid, courseid }));
      const name = 'enrol_manual_unenrol_users';
      await site.call({ name, parameters: { enrolments }, answer: z.null() }, signal);
    });
    for (const { item, refusal } of refused)
      refusals.push({ key: item.key, reason: `Moodle refuses to unenrol this account: ${refusal.message}` });
  }
  return refusals;
}

/** The people on a course, whoever enrolled them; `most`: at most so many. */
export async function listPeople(
  { call }: MoodleSite,
  courseid: number,
  { most = Number.POSITIVE_INFINITY }: { readonly most?: number },
  signal: AbortSignal,
): Promise<Enrolled[]> {
  const people: z.output<typeof Person>[] = [];
  const limit = Math.min(most, pageSize);
  for (;;) {
    const options = [
      { name: 'userfields', value: 'id, idnumber' },
      { name: 'limitfrom', value: people.length },
      { name: 'limitnumber', value: limit },
    ];
    const name = 'core_enrol_get_enrolled_users';
    const page = await call({ name, parameters: { courseid, options }, answer: z.array(Person) }, signal);
    people.push(...page);
    if (page.length < limit || people.length >= most) break;
  }
  return people.map(({ id, fullname, idnumber }) => ({
    externalId: String(id),
    key: idnumber || null,
    name: fullname,
  }));
}
