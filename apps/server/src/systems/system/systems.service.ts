/**
 * Owns the programme systems: their names, addresses, role words, and the frames of their mails. Does not
 * know who may enter them nor what happens inside.
 */
import { seedSystems as seeds } from '@guichet/contract/systems/landings';
import type { SystemChange } from '@guichet/contract/systems/systems';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { mailColumns, noMailFields, statedMailFields } from '../university/university.service.ts';
import { insertSystems, lockSystem, type SystemRow, selectSystem, updateSystem } from './systems.queries.ts';

export type { InitDefaults } from './createSystem.ts';
export { findContact, findMailFrame } from './mailFrame.ts';

export { listSystems, lockSystem, type SystemRow, updatePlatformOf } from './systems.queries.ts';

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
      ...statedMailFields(change, before),
    };
    const changed = Object.keys(after).filter(
      (key) => after[key as keyof SystemRow] !== before[key as keyof SystemRow],
    );
    if (changed.length === 0) return unchanged(before);
    const { name, templateId, semesterId } = after;
    const numbers = { template_id: templateId, semester_id: semesterId };
    await updateSystem(tx, before.id, { name, ...numbers, ...mailColumns(after) });
    const only = (system: SystemRow) =>
      Object.fromEntries(changed.map((key) => [key, system[key as keyof SystemRow]]));
    return record(after, {
      action: 'system.changed',
      subject: `system:${before.id}`,
      detail: { before: only(before), after: only(after) },
    });
  });
}

/** Inserts the nine systems into an empty database (readings §4); false when another process has inserted them. */
export async function seedSystems(tx: WriteTx, now: Date): Promise<boolean> {
  const unset = { templateId: null, semesterId: null, ...noMailFields, logoId: null };
  const made = await insertSystems(
    tx,
    seeds.map((system) => ({ ...system, ...unset })),
    now,
  );
  return made > 0;
}
