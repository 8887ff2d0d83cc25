/**
 * Owns the programme systems: their names, addresses, role words and sender.
 * Refuses to know who may enter them and what happens inside.
 */
import { seedSystems } from '@guichet/contract/landings';
import { keepBooks } from '../audit/audit.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { House } from '../platform/house.ts';
import { insertSystems, selectSystem, selectSystems } from './systems.queries.ts';

export type SystemRow = NonNullable<Awaited<ReturnType<typeof selectSystem>>>;

export const listSystems = selectSystems;

/** @throws AppError `system.notFound` */
export async function getSystem(db: ReadDb, systemId: number): Promise<SystemRow> {
  const system = await selectSystem(db, systemId);
  if (!system) throw new AppError('system.notFound');
  return system;
}

/** Makes the nine systems on an empty database (readings §4); true when it did. */
export async function seedSystemsOnce(house: House): Promise<boolean> {
  return keepBooks(house, async (tx) => {
    if ((await selectSystems(tx)).length > 0) return false;
    const created_at = house.clock.now();
    await insertSystems(
      tx,
      seedSystems.map((system) => ({
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
        created_at,
      })),
    );
    return true;
  });
}
