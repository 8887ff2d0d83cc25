import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { ConnectorError } from '../connector.ts';
import { remarkOf } from '../platformFacts.ts';
import { findCourses } from './courses.ts';
import type { MoodleSite } from './site.ts';
import { findAccounts } from './users.ts';
import { MoodleRefusal } from './webService.ts';

/** Deletes a trial's course and accounts; the remarks name those that the service user may not delete. */
export async function removeTrial(
  site: MoodleSite,
  code: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Remark[]> {
  const courses = await findCourses(site, 'shortname', code, signal);
  const accounts = [...(await findAccounts(site, keys, signal)).values()].flat();
  const notes = site.languages.missing().map((language) => {
    const text = `the language pack “${language}” is not installed: its people get the language of the site`;
    return remarkOf('languagePack', text, { language });
  });
  const remove = (name: string, parameters: Record<string, number[]>) =>
    refusalOf(() => site.call({ name, parameters, answer: z.unknown() }, signal));
  for (const { id, shortname } of courses) {
    const said = await remove('core_course_delete_courses', { courseids: [id] });
    const course = `${shortname} (id ${id})`;
    if (said !== null)
      notes.push(remarkOf('courseStays', `the hidden course ${course} stays: ${said}`, { course, said }));
  }
  // A refusal is expected: the portal needs no right to delete accounts.
  const left: string[] = [];
  let said = '';
  for (const { id, username } of accounts) {
    const refusal = await remove('core_user_delete_users', { userids: [id] });
    if (refusal === null) continue;
    left.push(`${username} (id ${id})`);
    said = refusal;
  }
  const names = left.join(', ');
  const text = `accounts of the trial stay: ${names}: ${said}`;
  return names ? [...notes, remarkOf('accountsStay', text, { accounts: names })] : notes;
}

/** Null when Moodle did as asked; it answers some refusals as warnings. */
async function refusalOf(call: () => Promise<unknown>): Promise<string | null> {
  try {
    const { warnings } = z
      .object({ warnings: z.array(z.object({ message: z.string() })) })
      .safeParse(await call()).data ?? {
      warnings: [],
    };
    return warnings[0]?.message ?? null;
  } catch (error) {
    if (error instanceof MoodleRefusal) return error.message;
    if (error instanceof ConnectorError) return error.message;
    throw error;
  }
}
