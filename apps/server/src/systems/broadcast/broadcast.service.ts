/** Owns the broadcast: one text for everybody, on every page, in both languages, between two instants. */

import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { clockAt, instantAt } from '@guichet/contract/core/localTime';
import {
  type Broadcast,
  type getBroadcast as getEndpoint,
  type saveBroadcast as saveEndpoint,
  textsShown,
} from '@guichet/contract/systems/broadcast';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import * as queries from './broadcast.queries.ts';

type Form = Omit<BodyOf<typeof saveEndpoint>, 'version'>;

const none = { fr: '', en: '', startsAt: null, endsAt: null, version: 0 };

/** The broadcast that shows now; null for none. */
export async function findBroadcast({ database, clock }: AppContext): Promise<Broadcast | null> {
  const stored = await queries.selectBroadcast(database.read);
  return stored && isShownAt(stored, clock.now()) ? textsShown(stored) : null;
}

export async function getBroadcast(context: AppContext): Promise<ReplyOf<typeof getEndpoint>> {
  return toForm(context, (await queries.selectBroadcast(context.database.read)) ?? none);
}

/**
 * Saves the broadcast as typed: `textsShown` fills an empty language. Equal values are not written again.
 * @throws AppError `broadcast.changedMeanwhile`; `request.invalid` for an end that is over or not after the start
 */
export async function saveBroadcast(
  context: AppContext,
  grant: SystemsGrant,
  { version, ...form }: BodyOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const now = context.clock.now();
  const after = readForm(context, form);
  const isTakenDown = isEmpty(after);
  return write(context, grant, async (tx) => {
    const { version: known, ...before } = (await queries.selectBroadcast(tx)) ?? none;
    if (JSON.stringify(before) === JSON.stringify(after))
      return unchanged(toForm(context, { ...before, version: known }));
    if (!isTakenDown) checkTimes(after, now);
    if (known !== version || !(await queries.upsertBroadcast(tx, after, known + 1, now)))
      throw new AppError('broadcast.changedMeanwhile');
    return record(toForm(context, { ...after, version: known + 1 }), {
      action: isTakenDown ? 'broadcast.takenDown' : 'broadcast.saved',
      subject: 'broadcast',
      detail: { before: told(before), after: told(after) },
    });
  });
}

const isEmpty = ({ fr, en }: Broadcast) => fr === '' && en === '';

function isShownAt({ startsAt, endsAt, ...texts }: queries.StoredBroadcast, now: Date): boolean {
  return !isEmpty(texts) && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now);
}

function readForm({ config: { timeZone } }: AppContext, form: Form): queries.StoredBroadcast {
  const { fr, en, startDay, startHour, endDay, endHour } = form;
  if (isEmpty(form)) return { fr, en, startsAt: null, endsAt: null };
  const at = (day: string, hour: string) => (day === '' ? null : instantAt(day, hour || '00:00', timeZone));
  const lastMinute = endHour === '' ? at(endDay, '23:59') : null;
  const endsAt = lastMinute ? secondsAfter(lastMinute, 59.999) : at(endDay, endHour);
  return { fr, en, startsAt: at(startDay, startHour), endsAt };
}

function toForm(
  { config: { timeZone }, clock }: AppContext,
  { version, ...stored }: queries.StoredBroadcast & { readonly version: number },
) {
  const local = (instant: Date | null) => (instant ? clockAt(instant, timeZone) : ['', '']);
  const [startDay = '', startTime = ''] = local(stored.startsAt);
  const [endDay = '', endTime = ''] = local(stored.endsAt);
  return {
    fr: stored.fr,
    en: stored.en,
    startDay,
    startHour: startTime.slice(0, 5),
    endDay,
    // The end of a day was typed without an hour.
    endHour: endTime === '23:59:59' ? '' : endTime.slice(0, 5),
    version,
    isShown: isShownAt(stored, clock.now()),
  };
}

function checkTimes({ startsAt, endsAt }: queries.StoredBroadcast, now: Date): void {
  if (endsAt === null) return;
  if (endsAt <= now) throw invalidField('endDay', 'dateInPast');
  if (startsAt !== null && endsAt <= startsAt) throw invalidField('endHour', 'endBeforeStart');
}

function told({ fr, en, startsAt, endsAt }: queries.StoredBroadcast) {
  return {
    fr,
    en,
    ...(startsAt && { shownFrom: startsAt.toISOString() }),
    ...(endsAt && { shownUntil: endsAt.toISOString() }),
  };
}
