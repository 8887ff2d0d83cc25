/** Owns the refusal of weak passwords. Does not know the form that a password comes from. */

import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName, type UniversityName } from '../../../core/database/universityName.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import type { Account } from '../users.queries.ts';
import type { StrengthFault } from './passwordStrength.ts';
import { askStrengthThread } from './strengthThread.ts';

/** The future owner of the password. */
export type Owner = Pick<Account, 'email' | 'firstName' | 'lastName'> & {
  readonly studentNumber?: string | null | undefined;
};

type Named = Pick<Awaited<ReturnType<typeof listSystems>>[number], 'name' | 'slug' | 'coursePrefix'>;

/** Names that everybody here knows: the product and the roles. */
const known = ['guichet', 'portail', 'portal', 'super admin', 'candidat', 'candidate', 'support', 'soutien'];

/** Refuses a weak password (ASVS 6.2.4, 6.2.11, 6.2.12). @throws `request.invalid` at `newPassword` */
export async function refuseWeakPassword(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  password: string,
  owner: Owner,
): Promise<void> {
  const fault = await findPasswordFault(context, password, owner);
  if (fault) throw invalidField('newPassword', fault);
}

/** The message key of a password's weakness; null if there is none. */
export async function findPasswordFault(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  password: string,
  owner: Owner,
): Promise<StrengthFault | null> {
  return findFaultAmong(password, owner, {
    university: await findUniversityName(context),
    systems: await listSystems(context.database.read),
  });
}

/** The same for names that are known without the database. */
export function findFaultAmong(
  password: string,
  { email, firstName, lastName, studentNumber }: Owner,
  { university, systems }: { readonly university: UniversityName; readonly systems: readonly Named[] },
): Promise<StrengthFault | null> {
  // Takes only the local part of the address: the domain is in the university's name.
  const [mailbox = ''] = email.split('@');
  const initials = initialsOf(`${firstName} ${lastName}`);
  const own = [mailbox, firstName, lastName, ...initials, studentNumber ?? ''];
  const ofSystems = systems.flatMap(({ name, slug, coursePrefix }) => [name, slug, coursePrefix]);
  const around = [...known, university.fr, university.en, ...ofSystems, ...own];
  return askStrengthThread({ password, around });
}

/** The initials of a name, in both directions. */
function initialsOf(name: string): string[] {
  const letters = name.split(/[\s\p{Pd}]+/u).map((word) => word.slice(0, 1));
  return [letters.join(''), letters.toReversed().join('')];
}
