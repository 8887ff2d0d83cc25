import type { UndoneCounts, UndoReason } from '@guichet/contract/imports/imports.past';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';

/**
 * SQL: whether the mail `o` is about the exam of the import `i` and had left before the undo of `i`. Counts
 * the import's own mails, and mails to people whom the import enrolled as far as that is still recorded.
 */
const isMailBeforeUndo = sql<boolean>`o.system_id = i.system_id and o.exam_id = i.exam_id
  and o.queued_at <= i.undone_at and (o.sent_at is not null or o.state in ('sending', 'sent'))
  and (o.key like concat('import:', i.id, ':%')
       or o.user_id in (select p.user_id from import_people p where p.import_id = i.id and p.placed))`;

/** SQL: why nothing can be taken back of the person `p` of the import `i`, by one look; null where something may be. */
const whyKept = sql<UndoReason | null>`case
  when p.corrected is not null then null
  when not p.placed then 'wasThere'
  when e.user_id is null then case when exists (
    select from removals r join enrolments there on there.exam_id = r.moved_to and there.user_id = r.user_id
    where r.system_id = i.system_id and r.exam_id = i.exam_id and r.user_id = p.user_id and there.system_id = i.system_id
  ) then 'moved' end
  when e.import_id is distinct from i.id then 'enrolledAnew'
  when e.attested_at is not null then 'attested'
  when e.presence_at is not null then 'presenceTicked' end`;
const whyKeptOfEach = sql`(select ${whyKept} as why
  from import_people p left join lateral (
    select * from enrolments where exam_id = i.exam_id and user_id = p.user_id offset 0) e on true
  where p.import_id = i.id and p.system_id = i.system_id) each`;

function importsOf(db: ReadDb, systemId: number) {
  return db
    .selectFrom('imports as i')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.system_id', '=', 'i.system_id').onRef('c.id', '=', 'i.exam_id'),
    )
    .select([
      'i.id',
      'i.system_id as systemId',
      'i.file_name as fileName',
      'i.finished_at as at',
      'i.started_by_name as by',
      'i.exam_id as examId',
      'c.title',
      'c.title_en as titleEn',
      'c.exam_date as examDate',
      'c.end_time as endTime',
      'c.end_date as endDate',
      'c.course_id as courseId',
      'c.deactivated_at as cancelledAt',
      'i.rows',
      sql<string[] | null>`i.sheets`.as('sheets'),
      'i.placed',
      'i.accounts',
      'i.already_there as alreadyThere',
      'i.mails',
      'i.corrected',
      'i.taken_out as takenOut',
      'i.set_aside as setAside',
      // People are searched only for imports that could correct somebody, which are few.
      sql<number>`case when i.corrected is null then 0
        else (select count(*)::integer from import_people p
              where p.import_id = i.id and (p.corrected -> 'email' ->> 'isLink')::boolean) end`.as('awaited'),
      // All reasons are asked for only where the first people do not show that an undo has something to do.
      sql<UndoReason[]>`case when i.undone_at is null and coalesce(i.taken_out, 0) = 0
          and not exists (select from ${whyKeptOfEach} where why is null)
        then (select coalesce(array_agg(distinct why order by why), '{}') from ${whyKeptOfEach}) else '{}' end`.as(
        'kept',
      ),
      'i.undone_at as undoneAt',
      'i.undone_by_name as undoneBy',
      'i.undone_counts as undoneCounts',
      // Mails are searched only for undone imports, which are few.
      sql<boolean>`case when i.undone_at is null then false
        else exists (select from outgoing_mails o where ${isMailBeforeUndo}) end`.as('isMailed'),
    ])
    .where('i.system_id', '=', systemId);
}

export type PastImport = Awaited<ReturnType<typeof selectImports>>[number];

export function selectImports(db: ReadDb, systemId: number, page: { limit: number; offset: number }) {
  return importsOf(db, systemId)
    .orderBy('i.finished_at', 'desc')
    .orderBy('i.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countImports(db: ReadDb, systemId: number): Promise<number> {
  const { n } = await db
    .selectFrom('imports')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return n;
}

export function findImport(db: ReadDb, systemId: number, importId: string): Promise<PastImport | undefined> {
  return importsOf(db, systemId).where('i.id', '=', importId).executeTakeFirst();
}

/** If two calls undo the same import, the second waits here for the first. */
export function lockImport(tx: WriteTx, systemId: number, importId: string): Promise<PastImport | undefined> {
  return importsOf(tx, systemId).where('i.id', '=', importId).forUpdate('i').forShare('c').executeTakeFirst();
}

/** The people to whom a mail had left when the import was undone, by name. */
export async function selectMailed(db: ReadDb, { systemId, id }: PastImport) {
  const { rows } = await sql<{ name: string; email: string }>`
    select distinct o.recipient_name as name, o.recipient as email
    from imports i join outgoing_mails o on ${isMailBeforeUndo}
    where i.system_id = ${systemId}::integer and i.id = ${id}::uuid
    order by 1, 2`.execute(db);
  return rows;
}

/** The number of unsent mails about the exam to these people, such as the news that they are no longer in it. */
export async function countUnsent(
  db: ReadDb,
  { systemId, examId }: PastImport,
  userIds: readonly number[],
): Promise<number> {
  const { n } = await db
    .selectFrom('outgoing_mails')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('state', 'in', ['queued', 'sending', 'waiting'])
    .executeTakeFirstOrThrow();
  return n;
}

export async function markUndone(
  tx: WriteTx,
  { systemId, id }: PastImport,
  undone: { readonly at: Date; readonly by: string; readonly counts: UndoneCounts },
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ undone_at: undone.at, undone_by_name: undone.by, undone_counts: JSON.stringify(undone.counts) })
    .where((eb) => eb.and({ system_id: systemId, id }))
    .execute();
}

export function selectImport(db: ReadDb, importId: string) {
  return db
    .selectFrom('imports')
    .select(['system_id as systemId', 'exam_id as examId', 'file_sha256 as fileSha256', 'placed', 'mails'])
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** @returns false if the import is already recorded; waits for a concurrent call with the same id */
export async function insertImport(tx: WriteTx, row: Insertable<Schema['imports']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateCounts(
  tx: WriteTx,
  importId: string,
  counts: Pick<
    Updateable<Schema['imports']>,
    'placed' | 'accounts' | 'already_there' | 'mails' | 'corrected' | 'taken_out' | 'set_aside'
  >,
): Promise<void> {
  await tx.updateTable('imports').set(counts).where('id', '=', importId).execute();
}
