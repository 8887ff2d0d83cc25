import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { ConnectorError, makeRemark } from '../connector.ts';
import { findCourses } from './courses.ts';
import { findAccounts } from './users.ts';
import { MoodleRefusal, type MoodleSite } from './webService.ts';

const Warned = z.object({ warnings: z.array(z.object({ message: z.string() })) });

/** Deletes a trial's course and accounts; the remarks name those that the service user may not delete. */
export async function removeTrial(
  site: MoodleSite,
  code: string,
  keys: readonly string[],
): Promise<Remark[]> {
  const courses = await findCourses(site, 'shortname', code);
  const accounts = [...(await findAccounts(site, keys)).values()].flat();
  const notes = site.languages.missing().map((language) => makeRemark('languagePack', { language }));
  const remove = (name: string, parameters: Record<string, number[]>) =>
    refusalOf(() => site.call(name, parameters));
  for (const { id, shortname } of courses) {
    const said = await remove('core_course_delete_courses', { courseids: [id] });
    const course = `${shortname} (id ${id})`;
    if (said !== null) notes.push(makeRemark('courseStays', { course, said }));
  }
  // A refusal is expected: the portal needs no right to delete accounts.
  const left: string[] = [];
  for (const { id, username } of accounts)
    if ((await remove('core_user_delete_users', { userids: [id] })) !== null)
      left.push(`${username} (id ${id})`);
  return left.length > 0 ? [...notes, makeRemark('accountsStay', { accounts: left })] : notes;
}

/** Null when Moodle did as asked; it answers some refusals as warnings. */
async function refusalOf(call: () => Promise<unknown>): Promise<string | null> {
  try {
    return Warned.safeParse(await call()).data?.warnings[0]?.message ?? null;
  } catch (error) {
    if (error instanceof MoodleRefusal || error instanceof ConnectorError) return error.message;
    throw error;
  }
}
