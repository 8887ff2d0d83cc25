import type { Administrators } from '@guichet/contract/overview/support';
import type { ReadDb } from '../../core/database/database.ts';
import type { SystemsGrant } from '../../core/http/grant.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { fullNameOf } from '../../identity/users/users.service.ts';
import { listSystems } from '../../systems/system/systems.service.ts';
import { selectAdministrators } from './support.queries.ts';

/**
 * The people who may do what the caller may not, by system: systems that the caller supports without
 * administering them, and only within `within`, if given. Systems that the caller does not support are not named.
 */
export async function listAdministrators(
  db: ReadDb,
  { identity, systemIds }: SystemsGrant,
  within?: ReadonlySet<number>,
): Promise<Administrators> {
  const administered = systemsReached(identity, 'admin');
  if (systemIds === 'all' || administered === 'all') return [];
  const others = systemIds.filter((id) => !administered.includes(id) && (within?.has(id) ?? true));
  const people = await selectAdministrators(db, others);
  const systems = await listSystems(db);
  return others.map((systemId) => {
    const {
      phone = null,
      officeFr = null,
      officeEn = null,
    } = systems.find(({ id }) => id === systemId) ?? {};
    const office = officeFr ?? officeEn;
    return {
      systemId,
      people: people
        .filter((one) => one.systemId === systemId)
        .map((one) => ({ fullName: fullNameOf(one), email: one.email })),
      phone,
      // An office in the other language is better than no office.
      office: office === null ? null : { fr: office, en: officeEn ?? office },
    };
  });
}
