import type { UndoCounts } from '@guichet/contract/imports.past';
import type { ReadDb, WriteTx } from '../../platform/database/database.ts';

/** The imports of a system with their exams. */
function importsOf(db: ReadDb, systemId: number) {
  return db
    .selectFrom('imports as i')
    .innerJoin('cohorts as c', (join) =>
      join.onRef('c.system_id', '=', 'i.system_id').onRef('c.id', '=', 'i.cohort_id'),
    )
    .select([
      'i.id',
      'i.system_id as systemId',
      'i.file_name as fileName',
      'i.finished_at as at',
      'i.started_by_name as by',
      'i.cohort_id as cohortId',
      'c.title',
      'c.title_en as titleEn',
      'c.exam_date as examDate',
      'c.course_id as courseId',
      'c.deactivated_at as cancelledAt',
      'i.rows',
      'i.placed',
      'i.accounts',
      'i.already_there as alreadyThere',
      'i.mails',
      'i.undone_at as undoneAt',
      'i.undone_by_name as undoneBy',
      'i.undone_counts as undoneCounts',
    ])
    .where('i.system_id', '=', systemId);
}

export type PastImport = Awaited<ReturnType<typeof selectImports>>[number];

/** Newest first. */
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

/** Of two undos of one import, the second waits here for the first. */
export function lockImport(tx: WriteTx, systemId: number, importId: string): Promise<PastImport | undefined> {
  return importsOf(tx, systemId).where('i.id', '=', importId).forUpdate('i').forShare('c').executeTakeFirst();
}

export async function markUndone(
  tx: WriteTx,
  { systemId, id }: PastImport,
  undone: { readonly at: Date; readonly by: string; readonly counts: UndoCounts },
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ undone_at: undone.at, undone_by_name: undone.by, undone_counts: JSON.stringify(undone.counts) })
    .where('system_id', '=', systemId)
    .where('id', '=', id)
    .execute();
}
