import { type CorrectionField, fieldsOfLockedOut } from '@guichet/contract/exams/candidate.corrections';
import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import * as users from '../../../identity/users/users.service.ts';
import { askedExam, isInExam } from './askedExams.queries.ts';

const columns = [
  'q.id',
  'q.system_id as systemId',
  'q.field',
  'q.request',
  'q.asked_at as askedAt',
  'q.asked_by_name as askedBy',
  'q.passed_on_at as passedOnAt',
  'q.passed_on_by_name as passedOnBy',
  'q.outcome',
  'q.note',
  'q.answered_at as answeredAt',
] as const;

/** The requests of a person to these systems, newest first. */
export function selectPersonCorrections(db: ReadDb, userId: number, systemIds: TenantScope) {
  return db
    .selectFrom('correction_requests as q')
    .select(columns)
    .where('q.user_id', '=', userId)
    .where(isOf(systemIds))
    .orderBy('q.id', 'desc')
    .execute();
}

/** Requests about people of the systems, their own and those of staff: the open ones, then those answered since then; newest first, fifty at most. */
export function selectWrittenCorrections(db: ReadDb, systemIds: TenantScope, since: Date) {
  return db
    .selectFrom('correction_requests as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .select([...columns, 'u.id as userId', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .where(isOf(systemIds))
    .where((by) => by.or([by('q.outcome', 'is', null), by('q.answered_at', '>=', since)]))
    .orderBy(sql`q.outcome is not null`)
    .orderBy('q.id', 'desc')
    .limit(50)
    .execute();
}

type NewCorrection = Omit<
  Insertable<Schema['correction_requests']>,
  'id' | 'outcome' | 'note' | 'answered_at' | 'answered_by_name'
>;

/** Inserts an open request and returns its id; null where the same one is open already. Locks the person's row, so that two inserts see each other. */
export async function insertCorrection(tx: WriteTx, correction: NewCorrection): Promise<number | null> {
  const { system_id, user_id, field, request } = correction;
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
  const same = await tx
    .selectFrom('correction_requests')
    .select('id')
    .where((eb) => eb.and({ user_id, system_id, field, request, outcome: null }))
    .executeTakeFirst();
  if (same) return null;
  const open = { outcome: null, answered_at: null, answered_by_name: null };
  const { id } = await tx
    .insertInto('correction_requests')
    .values({ ...correction, ...open })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The actions that do what each field asks for. A new address counts when asked for: the person confirms it. */
const isCorrected = sql<boolean | null>`case when q.field not in ('exam', 'other') then exists (
  select from audit_lines a where a.subject = concat('user:', q.user_id) and a.at >= q.asked_at
    and case q.field
      when 'password' then a.action in ('account.passwordReset', 'user.passwordSet', 'user.resetLinkSent')
      when 'secondFactor' then a.action = 'user.factorsReset'
      else a.action in ('user.corrected', 'user.newAddressAsked', 'account.addressChanged') end) end`;

/** Whether the person has an open request about the same in another system too. */
const isAskedElsewhere = sql<boolean>`(q.outcome is null and exists (
  select from correction_requests o where o.user_id = q.user_id and o.field = q.field
    and o.system_id <> q.system_id and o.outcome is null))`;

/** The other systems of the person, to which an open request can be given. */
const otherSystems = sql<number[]>`array(
  select distinct r.system_id from user_roles r join systems s on s.id = r.system_id
  where r.user_id = q.user_id and r.system_id <> q.system_id and s.archived_at is null
    and q.outcome is null and q.passed_on_at is null and q.field in ('exam', 'other'))`;

function isOf(systemIds: TenantScope) {
  return systemIds === 'all' ? sql<boolean>`true` : sql<boolean>`q.system_id = any(${systemIds}::integer[])`;
}

/** Whose requests somebody sees: those to their systems, and those passed on to whoever may do what they ask. */
export interface CorrectionReader {
  readonly systemIds: TenantScope;
  readonly userId: number;
}

const mayManageOf = ({ userId }: CorrectionReader) =>
  users.manages(sql<number>`${userId}::bigint`, sql.ref('u.id'));

function correctionsFor(db: ReadDb, reader: CorrectionReader) {
  const { systemIds, userId } = reader;
  const mayManage = mayManageOf(reader);
  return db
    .selectFrom('correction_requests as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .select([
      ...columns,
      'u.id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.language',
      'u.student_number as studentNumber',
      sql<boolean>`u.deactivated_at is null and u.locked_at is null`.as('isActive'),
      'q.answered_by_name as answeredBy',
      isCorrected.as('isCorrected'),
      isAskedElsewhere.as('isAskedElsewhere'),
      mayManage.as('mayManage'),
      otherSystems.as('others'),
      sql<boolean | null>`case when ${mayManage} then ${users.hasSecondFactor('u')} end`.as(
        'hasSecondFactor',
      ),
      sql<boolean>`(${mayManage} or u.id <> ${userId}::bigint and not exists (
        select from user_roles s where s.user_id = u.id and s.role = 'superAdmin'))`.as('mayCorrect'),
    ])
    .where(sql<boolean>`(${isOf(systemIds)} or q.passed_on_at is not null and ${mayManage})`);
}

/** Open requests, first those of people who cannot sign in, the oldest first; or the last hundred answered requests, the newest first. */
export async function selectCorrections(
  db: ReadDb,
  reader: CorrectionReader & { readonly today: string },
  isAnswered: boolean,
) {
  const { systemIds, today } = reader;
  const corrections = correctionsFor(db, reader).select([
    users.statedValues(systemIds, today).as('stated'),
    askedExam('q.exam_id', today).as('exam'),
    askedExam('q.wanted_exam_id', today).as('wanted'),
    isInExam('q.exam_id').as('isInExam'),
    isInExam('q.wanted_exam_id').as('isInWanted'),
  ]);
  const rows = isAnswered
    ? await corrections
        .where('q.outcome', 'is not', null)
        .orderBy('q.answered_at', 'desc')
        .limit(100)
        .execute()
    : await corrections
        .where('q.outcome', 'is', null)
        .orderBy((by) => by('q.field', 'in', [...fieldsOfLockedOut]), 'desc')
        .orderBy('q.id')
        .execute();
  return rows.map(({ stated, ...row }) => ({
    ...row,
    ...users.textsAsStated(['studentNumber'], row, stated),
    language: stated ? users.languageAsStated(stated) : row.language,
    isCorrected: stated ? null : row.isCorrected,
  }));
}

export type FoundCorrection = NonNullable<Awaited<ReturnType<typeof selectCorrection>>>;

export function selectCorrection(db: ReadDb, reader: CorrectionReader, correctionId: number) {
  return correctionsFor(db, reader).where('q.id', '=', correctionId).executeTakeFirst();
}

/**
 * The open requests of people about these fields that somebody may answer, the oldest first. Requests about an exam are for
 * the exam's system alone to do, also once passed on.
 */
export function selectOpenCorrections(
  tx: WriteTx,
  reader: CorrectionReader,
  { userIds, fields }: { readonly userIds: readonly number[]; readonly fields: readonly CorrectionField[] },
) {
  return correctionsFor(tx, reader)
    .where(sql<boolean>`q.user_id = any(${userIds}::bigint[])`)
    .where('q.field', 'in', fields)
    .where('q.outcome', 'is', null)
    .where(({ or, eb }) =>
      or([eb('q.passed_on_at', 'is', null), eb('q.field', '=', 'exam'), eb(mayManageOf(reader), '=', true)]),
    )
    .orderBy('q.id')
    .execute();
}

/** Deletes an open request of the reader's own, or a request by staff of these systems; returns undefined where neither is open. */
export function deleteOpenCorrection(tx: WriteTx, { systemIds, userId }: CorrectionReader, id: number) {
  return tx
    .deleteFrom('correction_requests as q')
    .using('users as u')
    .whereRef('u.id', '=', 'q.user_id')
    .where((eb) => eb.and({ 'q.id': id, 'q.outcome': null }))
    .where(({ and, or, eb }) =>
      or([
        and([eb('q.asked_by_name', 'is', null), eb('q.user_id', '=', userId)]),
        and([eb('q.asked_by_name', 'is not', null), eb(isOf(systemIds), '=', true)]),
      ]),
    )
    .returning(['q.user_id as userId', 'q.system_id as systemId', 'q.field'])
    .returning(['u.first_name as firstName', 'u.last_name as lastName'])
    .executeTakeFirst();
}

/** @returns false when the request was passed on or answered meanwhile */
export async function storePassedOn(tx: WriteTx, id: number, by: { at: Date; name: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('correction_requests')
    .set({ passed_on_at: by.at, passed_on_by_name: by.name })
    .where((eb) => eb.and({ id, outcome: null, passed_on_at: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives an open request to another system. @returns false when it was passed on or answered meanwhile */
export async function storeSystem(
  tx: WriteTx,
  of: { readonly id: number; readonly systemId: number },
  systemId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('correction_requests')
    .set({ system_id: systemId })
    .where((eb) => eb.and({ id: of.id, system_id: of.systemId, outcome: null, passed_on_at: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when somebody else has answered the request meanwhile */
export async function storeAnswer(
  tx: WriteTx,
  of: { readonly id: number; readonly systemId: number },
  answer: { outcome: 'answered' | 'declined'; note: string; answered_at: Date; answered_by_name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('correction_requests')
    .set(answer)
    .where((eb) => eb.and({ id: of.id, system_id: of.systemId, outcome: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
