import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { changePlannedLetter as changeEndpoint, PlannedLetter } from '@guichet/contract/exams/letters';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { joinNames } from '../../identity/users/users.service.ts';
import { getExam } from '../facts/facts.service.ts';
import {
  changePlanned,
  digestLetter,
  getReminder,
  selectAudience,
} from '../notices/reminders/reminders.service.ts';
import { readLetter } from './letters.service.ts';

/** @throws AppError `exam.notFound`, `reminder.notFound`, `reminder.alreadySent` for a letter that is planned no more */
export async function getPlannedLetter(
  { database }: AppContext,
  { systemId }: SystemGrant,
  examId: number,
  reminderId: number,
): Promise<PlannedLetter> {
  const of = { systemId, examId };
  await getExam(database.read, of);
  const reminder = await getReminder(database.read, of, reminderId);
  const { letter, daysBefore, hour, fileName } = reminder;
  if (!letter) throw new AppError('reminder.notFound');
  if (reminder.state !== 'queued' || daysBefore === null || hour === null)
    throw new AppError('reminder.alreadySent');
  const { userIds, withoutUnknown = false, ...texts } = letter;
  const chosen = userIds ? await selectAudience(database.read, of, { audience: 'chosen', userIds }) : [];
  return {
    ...texts,
    people: chosen.map((person) => ({ id: person.id, fullName: joinNames(person), email: person.email })),
    withoutUnknown,
    daysBefore,
    hour,
    fileName,
    version: digestLetter(reminder),
  };
}

/**
 * Changes a letter that has not left, as `changePlanned` says.
 * @throws AppError also `message.empty`, `message.unknownPlaceholder`, `attachment.wrongKind`
 */
export async function changePlannedLetter(
  context: AppContext,
  grant: SystemGrant,
  of: { readonly examId: number; readonly reminderId: number },
  { version, keepsFile = false, daysBefore, hour, ...typed }: BodyOf<typeof changeEndpoint>,
  file: UploadedFile | null,
): Promise<true> {
  const read = await readLetter(typed, file);
  return changePlanned(context, grant, of, { daysBefore, hour }, { ...read, version, keepsFile });
}
