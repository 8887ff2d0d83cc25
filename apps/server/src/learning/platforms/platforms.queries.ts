import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';

const columns = [
  'id',
  'name',
  'kind',
  'address',
  'encrypted_credentials as encryptedCredentials',
  'semester_id as semesterId',
  'template_id as templateId',
  'student_role as studentRole',
  'call_seconds as callSeconds',
  'copy_seconds as copySeconds',
  'version',
  'changed_at as changedAt',
] as const;

export type PlatformRow = Awaited<ReturnType<typeof selectPlatforms>>[number];

export function selectPlatforms(db: ReadDb) {
  return db
    .selectFrom('learning_platforms')
    .select(columns)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
}

export function selectPlatform(db: ReadDb, id: number): Promise<PlatformRow | undefined> {
  return db
    .selectFrom('learning_platforms')
    .select(columns)
    .where((eb) => eb.and({ id, removed_at: null }))
    .executeTakeFirst();
}

/** The platform of a system, or of a course, which stays where it was made; null: the environment's. */
export async function selectPlatformId(db: ReadDb, systemId: number, courseId: string | null) {
  const course =
    courseId !== null &&
    (await db
      .selectFrom('platform_courses')
      .select('platform_id as id')
      .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
      .executeTakeFirst());
  if (course) return course.id;
  const system = await db
    .selectFrom('systems')
    .select('platform_id as id')
    .where('id', '=', systemId)
    .executeTakeFirst();
  return system?.id ?? null;
}

export function selectUses(db: ReadDb) {
  return db
    .selectFrom('systems')
    .select(['id as systemId', 'slug', 'name', 'platform_id as platformId'])
    .orderBy('id')
    .execute();
}

export async function countComingCourses(db: ReadDb, platformId: number, today: string): Promise<number> {
  const { n } = await db
    .selectFrom('platform_courses')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('platform_id', '=', platformId)
    .where(endsFrom('platform_courses', today))
    .executeTakeFirstOrThrow();
  return n;
}

/** Serializes transactions that add, change, remove or choose platforms; readers do not wait. */
export async function lockPlatforms(tx: WriteTx): Promise<void> {
  await sql`lock table learning_platforms in share row exclusive mode`.execute(tx);
}

type Columns = Omit<Insertable<Schema['learning_platforms']>, 'version' | 'removed_at'>;

export async function insertPlatform(tx: WriteTx, columns: Columns): Promise<number> {
  const { id } = await tx
    .insertInto('learning_platforms')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePlatform(tx: WriteTx, id: number, columns: Partial<Columns>): Promise<void> {
  await tx
    .updateTable('learning_platforms')
    .set((row) => ({ ...columns, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Marks a platform as removed and deletes its credentials; courses of past exams still refer to the row. */
export async function removePlatform(tx: WriteTx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('learning_platforms')
    .set({ removed_at: now, encrypted_credentials: '' })
    .where('id', '=', id)
    .execute();
}
