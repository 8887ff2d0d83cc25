import type { Letter, LetterTexts } from '@guichet/contract/exams/letters';
import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { isAddressUnknown, mayStillLeave } from '../../../mail/outbox/outbox.service.ts';
import { activeCandidates } from '../../enrolments/enrolments.service.ts';
import type { OfExam } from '../../facts/facts.service.ts';
import { keyPrefixOfRow, letterShown } from './reminders.queries.ts';

/** Whether the candidate `u` could sign in, and has yet to do so with a password of their own. */
const hasNotSignedIn = sql<boolean>`u.locked_at is null and (
  u.last_visit_at is null or u.password_hash is null or u.must_choose_password_since is not null)`;

/**
 * Active candidates of an exam who have not chosen a password or have never signed in, by name; with whether
 * a reminder about this exam that left (or is to leave) was queued for them since `since`, and whether a mail about it has yet to leave.
 */
export function selectCandidatesToRemind(db: ReadDb, of: OfExam, since: Date) {
  return activeCandidates(db, of)
    .select([
      sql<boolean>`exists (
        select from outgoing_mails m join mailings g on g.id = m.mailing_id
        where m.exam_id = e.exam_id and m.user_id = u.id and g.purpose = 'reminder'
          and m.state not in ('cancelled', 'failed') and coalesce(m.delivery, '') not in ('failed', 'filed')
          and m.queued_at > ${since}::timestamptz)`.as('wasReminded'),
      sql<boolean>`exists (
        select from outgoing_mails m
        where m.exam_id = e.exam_id and m.user_id = u.id and m.state in ('queued', 'sending', 'waiting'))`.as(
        'isMailUnderWay',
      ),
    ])
    .where(hasNotSignedIn)
    .execute();
}

const isPresent = sql<boolean>`coalesce(e.presence = 'present', false)`;
const isAttested = sql<boolean>`e.attested_at is not null`;

export function selectPossibleReaders(db: ReadDb, of: OfExam) {
  return activeCandidates(db, of)
    .select([
      isAddressUnknown(of.systemId).as('isAddressUnknown'),
      hasNotSignedIn.as('hasNotSignedIn'),
      isPresent.as('isPresent'),
      isAttested.as('isAttested'),
    ])
    .execute();
}

/** SQL: the same for all letters with one text and one attachment, whoever gets them. */
const textKey = sql<string>`md5(concat(r.letter - '{audience,userIds,withoutUnknown}'::text[], r.attachment_id))`;

export function selectLetterAudiences(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('reminders as r')
    .select(['r.id', textKey.as('textKey')])
    .select(sql<boolean>`r.state in ('queued', 'sending', 'waiting')`.as('isPlanned'))
    .select(
      sql<Omit<Letter, keyof LetterTexts>>`r.letter - '{subjectFr,bodyFr,subjectEn,bodyEn}'::text[]`.as(
        'audience',
      ),
    )
    .where((eb) => eb.and({ 'r.system_id': systemId, 'r.exam_id': examId }))
    .where('r.letter', 'is not', null)
    .execute();
}

export function selectLetterReaders(db: ReadDb, { systemId, examId }: OfExam, now: Date) {
  return db
    .selectFrom('reminders as r')
    .innerJoin('outgoing_mails as m', 'm.exam_id', 'r.exam_id')
    .select(['m.user_id as userId', 'r.id as reminderId'])
    .where((eb) => eb.and({ 'r.system_id': systemId, 'r.exam_id': examId }))
    .where('r.letter', 'is not', null)
    .where(sql<boolean>`starts_with(m.key, ${keyPrefixOfRow})`)
    .where(sql<boolean>`(m.state not in ('cancelled', 'failed') or ${mayStillLeave(now)})`)
    .execute();
}

/** The active candidates to whom a letter goes, by name; with whether their address is known not to exist. */
export async function selectAudience(
  db: ReadDb,
  of: OfExam,
  { audience, userIds = [], withoutUnknown = false }: Omit<Letter, keyof LetterTexts>,
) {
  const people = await activeCandidates(db, of)
    .select(isAddressUnknown(of.systemId).as('isAddressUnknown'))
    .$if(audience === 'notSignedIn', (some) => some.where(hasNotSignedIn))
    .$if(audience === 'present', (some) => some.where(isPresent))
    .$if(audience === 'attested', (some) => some.where(isAttested))
    .$if(audience === 'chosen', (some) => some.where(sql<boolean>`u.id = any(${userIds}::bigint[])`))
    .execute();
  return withoutUnknown ? people.filter(({ isAddressUnknown: isUnknown }) => !isUnknown) : people;
}

/** The most letters and reminders of the last days that are told. */
const mostRecent = 5;

/** The letters and reminders about an exam that went to some of these people after `since`, newest first. */
export function selectRecentMailings(
  db: ReadDb,
  { systemId, examId }: OfExam,
  userIds: readonly number[],
  since: Date,
) {
  return db
    .selectFrom('reminders as r')
    .innerJoin('outgoing_mails as m', 'm.exam_id', 'r.exam_id')
    .select((row) => [
      'r.sent_at as at',
      letterShown,
      row.fn.countAll<number>().as('people'),
      sql<number[]>`(array_agg(m.user_id order by m.id))[1:3]`.as('userIds'),
    ])
    .where((eb) => eb.and({ 'r.system_id': systemId, 'r.exam_id': examId }))
    .where('r.sent_at', '>', since)
    .where(sql<boolean>`starts_with(m.key, ${keyPrefixOfRow})`)
    .where(sql<boolean>`m.user_id = any(${userIds}::bigint[])`)
    .where('m.state', 'not in', ['cancelled', 'failed'])
    .groupBy('r.id')
    .orderBy('r.sent_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(mostRecent)
    .$narrowType<{ at: Date }>()
    .execute();
}

/** The notices of a change of an exam that went to some of these people after `since`, newest first. */
export function selectRecentNotices(
  db: ReadDb,
  { systemId, examId }: OfExam,
  userIds: readonly number[],
  since: Date,
) {
  return (
    db
      .selectFrom('outgoing_mails as m')
      .innerJoin('mailings as g', 'g.id', 'm.mailing_id')
      .select((row) => [
        sql<Date>`min(m.queued_at)`.as('at'),
        row.fn.countAll<number>().as('people'),
        sql<number[]>`(array_agg(m.user_id order by m.id))[1:3]`.as('userIds'),
      ])
      .where((eb) => eb.and({ 'm.system_id': systemId, 'm.exam_id': examId, 'g.purpose': 'examChanged' }))
      .where('m.queued_at', '>', since)
      .where(sql<boolean>`m.user_id = any(${userIds}::bigint[])`)
      .where('m.state', 'not in', ['cancelled', 'failed'])
      // One notice has a mailing in each language.
      .groupBy(sql`date_trunc('minute', m.queued_at)`)
      .orderBy('at', 'desc')
      .limit(mostRecent)
      .execute()
  );
}
