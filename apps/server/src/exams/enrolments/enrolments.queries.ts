import type { ListValues } from '@guichet/contract/core/listValues';
import { listedTexts } from '@guichet/contract/core/personTexts';
import type { NotPresent, PresenceState } from '@guichet/contract/identity/users';
import { sql } from 'kysely';
import type { MailState, ReadDb, WriteTx } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { shownMailState } from '../../core/database/schema/shownMailState.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import * as users from '../../identity/users/users.service.ts';
import { placeState } from '../../learning/learning.service.ts';
import type { OfExam } from '../facts/facts.service.ts';
import { isToInvite } from './invited.queries.ts';

export interface Candidates extends OfExam {
  readonly userIds: readonly number[];
}

const shownState = shownMailState('o');

/** The last invitation failed or was cancelled. A later notice has no password link: it is no substitute. */
const lacksInvitation = sql<boolean>`g.purpose = 'invitation' and ${shownState} in ('failed', 'bounced', 'cancelled')
  and o.id = max(o.id) filter (where g.purpose = 'invitation') over (partition by o.user_id)`;

/** Why a candidate gets no attestation; null for everybody while nobody of the exam was ticked. */
const notPresent = sql<NotPresent | null>`case
  when e.presence = 'present' or not bool_or(e.presence is not null) over () then null
  when e.presence = 'absent' then 'absent' else 'unticked' end`;

/** Candidates of an exam by name, with the states of their platform enrolment and their latest mail. */
export async function selectCandidates(
  db: ReadDb,
  { systemId, examId }: OfExam,
  reader: { readonly tenantScope: TenantScope; readonly today: string },
) {
  const rows = await db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('exams as c', 'c.id', 'e.exam_id')
    .leftJoin('users as t', 't.id', 'e.presence_by')
    .leftJoin('platform_enrolments as p', (join) =>
      join
        .onRef('p.system_id', '=', 'e.system_id')
        .onRef('p.course_id', '=', 'c.course_id')
        .onRef('p.platform_user_id', '=', 'e.learning_platform_id'),
    )
    .leftJoin(
      (row) =>
        row
          .selectFrom('outgoing_mails as o')
          .innerJoin('mailings as g', 'g.id', 'o.mailing_id')
          .distinctOn('o.user_id')
          .select([
            'o.user_id',
            shownState.as('mailState'),
            sql<boolean>`bool_or(o.sent_at is not null) over (partition by o.user_id)`.as('isMailed'),
            sql<boolean>`bool_or(o.sent_at is not null and g.purpose <> 'letter' and o.delivery is distinct from 'filed') over (partition by o.user_id)`.as(
              'isInvited',
            ),
            isToInvite('over (partition by o.user_id)').as('isToInvite'),
          ])
          .where('o.exam_id', '=', examId)
          .orderBy('o.user_id')
          .orderBy(lacksInvitation, 'desc')
          .orderBy('o.id', 'desc')
          .as('m'),
      (join) => join.onRef('m.user_id', '=', 'u.id'),
    )
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      ...users.selectTexts('u', listedTexts),
      'u.language',
      'u.deactivated_at as deactivatedAt',
      sql<boolean>`u.last_visit_at is not null`.as('hasSignedIn'),
      'e.learning_platform_id as learningPlatformId',
      'e.attested_at as attestedAt',
      'e.presence',
      'e.presence_at as presenceAt',
      sql<string | null>`nullif(trim(concat(t.first_name, ' ', t.last_name)), '')`.as('presenceBy'),
      notPresent.as('notPresent'),
      sql<ListValues | null>`e.list_values`.as('listValues'),
      sql<MailState | null>`m."mailState"`.as('mailState'),
      sql<boolean>`coalesce(m."isMailed", false)`.as('isMailed'),
      sql<boolean>`coalesce(m."isInvited", false)`.as('isInvited'),
      sql<boolean>`u.deactivated_at is null and coalesce(m."isToInvite", true)`.as('isToInvite'),
      placeState.as('platformState'),
      users.statedValues(reader.tenantScope, reader.today).as('stated'),
    ])
    .where((eb) => eb.and({ 'e.system_id': systemId, 'e.exam_id': examId }))
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
  return rows.map(({ stated, presence, presenceAt, presenceBy, ...row }) => ({
    ...row,
    presence: presence && presenceAt ? { state: presence, at: presenceAt, by: presenceBy } : null,
    ...users.textsAsStated(listedTexts, row, stated),
    language: stated ? users.languageAsStated(stated) : row.language,
    hasSignedIn: stated ? null : row.hasSignedIn,
  }));
}

export async function selectEnrolledAmong(db: ReadDb, of: Candidates): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('enrolments')
    .select('user_id as userId')
    .where((eb) => eb.and({ system_id: of.systemId, exam_id: of.examId }))
    .where(sql<boolean>`user_id = any(${of.userIds}::bigint[])`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** One person's place in the exam, by their key on the platform, locked until the transaction ends. */
export function lockPlace(tx: WriteTx, { systemId, examId }: OfExam, learningPlatformId: string) {
  return tx
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.user_id as userId',
      'e.import_id as importId',
      sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as('name'),
    ])
    .where((eb) =>
      eb.and({ 'e.system_id': systemId, 'e.exam_id': examId, 'e.learning_platform_id': learningPlatformId }),
    )
    .forUpdate('e')
    .executeTakeFirst();
}

/** The places of these people in the exam, locked until the transaction ends, by user id. */
export function lockPlaces(tx: WriteTx, { systemId, examId, userIds }: Candidates) {
  return tx
    .selectFrom('enrolments')
    .select([
      'user_id as userId',
      'learning_platform_id as platformUserId',
      'attested_at as attestedAt',
      'import_id as importId',
      'presence',
      'presence_at as presenceAt',
    ])
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

export type Place = Awaited<ReturnType<typeof lockPlaces>>[number];

export async function deleteEnrolments(tx: WriteTx, of: Candidates): Promise<void> {
  await tx
    .deleteFrom('enrolments')
    .where((eb) => eb.and({ system_id: of.systemId, exam_id: of.examId }))
    .where(sql<boolean>`user_id = any(${of.userIds}::bigint[])`)
    .execute();
}

/** @returns false if the person was in the exam already */
export async function insertEnrolment(
  tx: WriteTx,
  place: { systemId: number; examId: number; userId: number; learningPlatformId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('enrolments')
    .values({
      system_id: place.systemId,
      exam_id: place.examId,
      user_id: place.userId,
      learning_platform_id: place.learningPlatformId,
      import_id: null,
      enrolled_at: place.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Enrols every staged person who is not in the exam yet; returns their number. */
export async function insertStagedEnrolments(
  tx: WriteTx,
  stage: {
    lines: StagedLines;
    systemId: number;
    examId: number;
    importId: string;
    keyPrefix: string;
    now: Date;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at, list_values)
    select ${stage.systemId}::integer, ${stage.examId}::bigint, u.id, ${stage.keyPrefix}::text || u.id,
           ${stage.importId}::uuid, ${stage.now}::timestamptz, nullif(s.list_values, '{}')
    from staged_candidates s cross join lateral ${accountOf} u
    where ${isAmong(stage.lines)} and not s.is_repeat
    on conflict (exam_id, user_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Sets or clears `attested_at` for candidates of one exam; returns the ids that changed. */
export async function markAttested(tx: WriteTx, of: Candidates, attestedAt: Date | null): Promise<number[]> {
  const changed = await tx
    .updateTable('enrolments')
    .set({ attested_at: attestedAt })
    .where((eb) => eb.and({ system_id: of.systemId, exam_id: of.examId }))
    .where(sql<boolean>`user_id = any(${of.userIds}::bigint[])`)
    .where('attested_at', attestedAt === null ? 'is not' : 'is', null)
    .returning('user_id')
    .execute();
  return changed.map(({ user_id }) => user_id);
}

/** Whether anybody of the exam, except one person, was ticked. */
export async function isPresenceTaken(db: ReadDb, { systemId, examId }: OfExam, except = 0) {
  const ticked = await db
    .selectFrom('enrolments')
    .select('user_id')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where('presence', 'is not', null)
    .where('user_id', '<>', except)
    .limit(1)
    .execute();
  return ticked.length > 0;
}

/** The latest hour counts; the author of the same tick said again stays who gave it first. */
export async function updatePresence(
  tx: WriteTx,
  { systemId, examId, userId }: OfExam & { readonly userId: number },
  tick: { readonly presence: PresenceState | null; readonly at: Date; readonly by: number },
): Promise<void> {
  await tx
    .updateTable('enrolments')
    .set({ presence: tick.presence, presence_at: tick.at })
    .set({
      presence_by: sql`case when presence is distinct from ${tick.presence} then ${tick.by}::bigint else presence_by end`,
    })
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, user_id: userId }))
    .execute();
}
