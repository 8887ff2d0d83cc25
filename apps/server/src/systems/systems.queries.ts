import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';

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
] as const;

export function selectSystems(db: ReadDb) {
  return db.selectFrom('systems').select(columns).orderBy('id').execute();
}

export function selectSystem(db: ReadDb, systemId: number) {
  return db.selectFrom('systems').select(columns).where('id', '=', systemId).executeTakeFirst();
}

export function selectSystemBySlug(db: ReadDb, slug: string) {
  return db.selectFrom('systems').select(columns).where('slug', '=', slug).executeTakeFirst();
}

/** Answers how many were not there yet. */
export async function insertSystems(tx: WriteTx, systems: Insertable<Schema['systems']>[]): Promise<number> {
  const made = await tx
    .insertInto('systems')
    .values(systems)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length;
}
