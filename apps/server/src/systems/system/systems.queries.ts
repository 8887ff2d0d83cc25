import type { Language } from '@guichet/contract/core/language';
import { sql, type Updateable } from 'kysely';
import { prepareQuery } from '../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { mailColumns, selectedMailFields } from '../university/university.service.ts';

const columns = [
  'id',
  'slug',
  'name',
  'course_prefix as coursePrefix',
  'student_role as studentRole',
  'landing',
  'template_id as templateId',
  'semester_id as semesterId',
  ...selectedMailFields,
  'logo_id as logoId',
  sql<boolean>`archived_at is not null`.as('isArchived'),
] as const;

export const listSystems = prepareQuery((db: ReadDb) =>
  db.selectFrom('systems').select(columns).orderBy('id'),
);

/** The systems in use with their titles in both languages; a title that is not written is the other one, or the name. */
export async function listTitledSystems(db: ReadDb) {
  const titleIn = (language: Language) =>
    sql<string | null>`(select nullif(content, '') from content_items
      where system_id = systems.id and label = 'Title' and language = ${language})`;
  const found = await db
    .selectFrom('systems')
    .select([...columns, titleIn('fr').as('fr'), titleIn('en').as('en')])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  return found.map(({ fr, en, ...system }) => ({
    ...system,
    title: { fr: fr ?? en ?? system.name, en: en ?? fr ?? system.name },
  }));
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

/** These systems in the order of their numbers, locked as by `lockSystem`. */
export function lockSystemRows(tx: WriteTx, systemIds: readonly number[]) {
  return tx
    .selectFrom('systems')
    .select(columns)
    .where('id', 'in', systemIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks a system against changes, and against creation of rows that take this lock, until the transaction ends. */
export async function lockSystem(tx: WriteTx, systemId: number): Promise<void> {
  await tx.selectFrom('systems').select('id').where('id', '=', systemId).forNoKeyUpdate().execute();
}

export async function updateSystem(
  tx: WriteTx,
  systemId: number | readonly number[],
  change: Updateable<Schema['systems']>,
) {
  await tx.updateTable('systems').set(change).where('id', 'in', [systemId].flat()).execute();
}

/** Whether the invitations of a system carry the exam for calendars. */
export async function selectInvitationCalendar(db: ReadDb, systemId: number): Promise<boolean> {
  const system = db.selectFrom('systems').select('invitation_calendar').where('id', '=', systemId);
  return (await system.executeTakeFirst())?.invitation_calendar ?? false;
}

/** Sets the platform of a system; null: the platform of the settings in the environment. */
export async function updateSystemPlatform(tx: WriteTx, systemId: number, platformId: number | null) {
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
