/**
 * Owns the programme systems: their names, addresses, role words and sender.
 * Does not know who may enter them and what happens inside.
 */
import { seedSystems as seeds } from '@guichet/contract/landings';
import type { SystemChange } from '@guichet/contract/systems';
import { record, unchanged, write } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { insertSystems, lockSystem, type SystemRow, selectSystem, updateSystem } from './systems.queries.ts';

export type { InitDefaults } from './createSystem.ts';

export { listSystems, lockSystem, type SystemRow } from './systems.queries.ts';

/** @throws AppError `system.notFound` */
export async function getSystem(db: ReadDb, systemId: number): Promise<SystemRow> {
  const system = await selectSystem(db, systemId);
  if (!system) throw new AppError('system.notFound');
  return system;
}

/** Changes the given fields and returns the system; the audit line holds each changed field before and after. */
export async function changeSystem(context: AppContext, grant: SystemGrant, change: SystemChange) {
  return write(context, grant, async (tx) => {
    await lockSystem(tx, grant.systemId);
    const before = await getSystem(tx, grant.systemId);
    const after = {
      ...before,
      name: change.name,
      templateId: change.templateId === undefined ? before.templateId : change.templateId,
      semesterId: change.semesterId === undefined ? before.semesterId : change.semesterId,
      emailFrom: change.emailFrom === undefined ? before.emailFrom : change.emailFrom || null,
      emailFromName: change.emailFromName === undefined ? before.emailFromName : change.emailFromName || null,
    };
    const changed = Object.keys(after).filter(
      (key) => after[key as keyof SystemRow] !== before[key as keyof SystemRow],
    );
    if (changed.length === 0) return unchanged(before);
    const { name, templateId, semesterId, emailFrom, emailFromName } = after;
    await updateSystem(tx, before.id, {
      name,
      template_id: templateId,
      semester_id: semesterId,
      email_from: emailFrom,
      email_from_name: emailFromName,
    });
    const only = (system: SystemRow) =>
      Object.fromEntries(changed.map((key) => [key, system[key as keyof SystemRow]]));
    return record(after, {
      action: 'system.changed',
      subject: `system:${before.id}`,
      detail: { before: only(before), after: only(after) },
    });
  });
}

/** Inserts the nine systems into an empty database (readings §4); false when another process did. */
export async function seedSystems(tx: WriteTx, now: Date): Promise<boolean> {
  const unset = { templateId: null, semesterId: null, emailFrom: null, emailFromName: null };
  const made = await insertSystems(
    tx,
    seeds.map((system) => ({ ...system, ...unset })),
    now,
  );
  return made > 0;
}
