/**
 * Owns the programme systems: their names, addresses, role words and sender.
 * Refuses to know who may enter them and what happens inside.
 */
import { seedSystems as seeds } from '@guichet/contract/landings';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { insertSystems, selectSystem, selectSystems } from './systems.queries.ts';

export type SystemRow = NonNullable<Awaited<ReturnType<typeof selectSystem>>>;

export const listSystems = selectSystems;

/** @throws AppError `system.notFound` */
export async function getSystem(db: ReadDb, systemId: number): Promise<SystemRow> {
  const system = await selectSystem(db, systemId);
  if (!system) throw new AppError('system.notFound');
  return system;
}

/** Makes the nine systems on an empty database (readings §4); false when another process has made them. */
export async function seedSystems(tx: WriteTx, now: Date): Promise<boolean> {
  const made = await insertSystems(
    tx,
    seeds.map((system) => ({
      id: system.id,
      slug: system.slug,
      name: system.name,
      course_prefix: system.coursePrefix,
      student_role: system.studentRole,
      landing: system.landing,
      template_id: null,
      semester_id: null,
      email_from: null,
      email_from_name: null,
      created_at: now,
    })),
  );
  return made > 0;
}
