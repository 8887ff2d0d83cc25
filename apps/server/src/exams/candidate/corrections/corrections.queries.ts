import { type Insertable, sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import type { Schema } from '../../../core/database/schema/schema.ts';
import { languageAsStated, statedOf, textsAsStated } from '../../../identity/users/users.service.ts';

const columns = [
  'q.id',
  'q.system_id as systemId',
  'q.field',
  'q.request',
  'q.asked_at as askedAt',
  'q.outcome',
  'q.note',
  'q.answered_at as answeredAt',
] as const;

export function selectOwnCorrections(db: ReadDb, userId: number) {
  return db
    .selectFrom('correction_requests as q')
    .select(columns)
    .where('q.user_id', '=', userId)
    .orderBy('q.id', 'desc')
    .execute();
}

export async function insertCorrection(
  tx: WriteTx,
  correction: Pick<
    Insertable<Schema['correction_requests']>,
    'system_id' | 'user_id' | 'field' | 'request' | 'asked_at'
  >,
): Promise<void> {
  const open = { outcome: null, answered_at: null, answered_by_name: null };
  await tx
    .insertInto('correction_requests')
    .values({ ...correction, ...open })
    .execute();
}

/** A new address counts when asked for: the person confirms it. Exams and other things leave no line. */
const isCorrected = sql<boolean | null>`case when q.field not in ('exam', 'other') then exists (
  select from audit_lines a where a.subject = concat('user:', q.user_id) and a.at >= q.asked_at
    and a.action in ('user.corrected', 'user.newAddressAsked', 'account.addressChanged')) end`;

/** `mayManage` of userRights.ts in SQL, for accounts other than the caller's. */
function mayManage(systemIds: TenantScope, callerId: number) {
  const hasRoleOutside =
    systemIds === 'all'
      ? sql`false`
      : sql`exists (select from user_roles r where r.user_id = u.id and (r.stated is null or r.role <> 'student')
          and (r.system_id is null or r.system_id <> all(${systemIds}::integer[])))`;
  return sql<boolean>`u.id <> ${callerId}::bigint and not ${hasRoleOutside}`;
}

function correctionsIn(db: ReadDb, systemIds: TenantScope) {
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
    ])
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`q.system_id = any(${systemIds as readonly number[]}::integer[])`),
    );
}

/** Open requests, the oldest first; or the last hundred answered requests, the newest first. */
export async function selectCorrections(
  db: ReadDb,
  { systemIds, userId, today }: { readonly systemIds: TenantScope; readonly userId: number; today: string },
  isAnswered: boolean,
) {
  const corrections = correctionsIn(db, systemIds).select([
    mayManage(systemIds, userId).as('mayManage'),
    statedOf(systemIds, today).as('stated'),
  ]);
  const rows = isAnswered
    ? await corrections
        .where('q.outcome', 'is not', null)
        .orderBy('q.answered_at', 'desc')
        .limit(100)
        .execute()
    : await corrections.where('q.outcome', 'is', null).orderBy('q.id').execute();
  return rows.map(({ stated, ...row }) => ({
    ...row,
    ...textsAsStated(['studentNumber'], row, stated),
    language: stated ? languageAsStated(stated) : row.language,
    isCorrected: stated ? null : row.isCorrected,
  }));
}

export type FoundCorrection = NonNullable<Awaited<ReturnType<typeof selectCorrection>>>;

export function selectCorrection(db: ReadDb, systemIds: TenantScope, correctionId: number) {
  return correctionsIn(db, systemIds).where('q.id', '=', correctionId).executeTakeFirst();
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
    .where('id', '=', of.id)
    .where('system_id', '=', of.systemId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
