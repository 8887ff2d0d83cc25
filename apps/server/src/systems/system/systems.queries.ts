import { sql, type Updateable } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { Schema } from '../../core/database/schema/schema.ts';
import { mailColumns } from '../university/university.service.ts';

const columns = [
  'id',
  'slug',
  'name',
  'course_prefix as coursePrefix',
  'student_role as studentRole',
  'landing',
  'template_id as templateId',
  'semester_id as semesterId',
  'email_from as emailFrom',
  'email_from_name as emailFromName',
  'email_from_name_en as emailFromNameEn',
  'reply_to as replyTo',
  'phone',
  'office_fr as officeFr',
  'office_en as officeEn',
  'logo_id as logoId',
] as const;

export function listSystems(db: ReadDb) {
  return db.selectFrom('systems').select(columns).orderBy('id').execute();
}

export function selectSystem(db: ReadDb, systemId: number) {
  return db.selectFrom('systems').select(columns).where('id', '=', systemId).executeTakeFirst();
}

export type SystemRow = NonNullable<Awaited<ReturnType<typeof selectSystem>>>;

export function selectSystemBySlug(db: ReadDb, slug: string) {
  return db.selectFrom('systems').select(columns).where('slug', '=', slug).executeTakeFirst();
}

/** Serializes transactions that create systems; readers, and inserts of rows that reference systems, do not wait. */
export async function lockSystems(tx: WriteTx): Promise<void> {
  await sql`lock table systems in share row exclusive mode`.execute(tx);
}

/** Locks a system against changes, and against creation of rows that take this lock, until the transaction ends. */
export async function lockSystem(tx: WriteTx, systemId: number): Promise<void> {
  await tx.selectFrom('systems').select('id').where('id', '=', systemId).forNoKeyUpdate().execute();
}

export async function updateSystem(tx: WriteTx, systemId: number, change: Updateable<Schema['systems']>) {
  await tx.updateTable('systems').set(change).where('id', '=', systemId).execute();
}

/** Sets the platform of a system; null: the platform of the settings in the environment. */
export async function updatePlatformOf(tx: WriteTx, systemId: number, platformId: number | null) {
  await updateSystem(tx, systemId, { platform_id: platformId });
}

/** Inserts systems that do not exist yet; returns how many were inserted. */
export async function insertSystems(tx: WriteTx, systems: readonly SystemRow[], now: Date): Promise<number> {
  const rows = systems.map((system) => ({
    id: system.id,
    slug: system.slug,
    name: system.name,
    course_prefix: system.coursePrefix,
    student_role: system.studentRole,
    landing: system.landing,
    template_id: system.templateId,
    semester_id: system.semesterId,
    ...mailColumns(system),
    created_at: now,
  }));
  const made = await tx
    .insertInto('systems')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length;
}
