/**
 * Owns the refusal of passwords that are guessed early.
 * Refuses to know which form a password was typed into, and how it is stored.
 */
import type { ReadDb } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { invalidField } from '../../platform/runtime/errors.ts';
import { listSystems } from '../../systems/systems.service.ts';
import type { StrengthFault } from './passwordStrength.ts';
import { askStrengthThread } from './strengthThread.ts';

/** Whose password it is to become. */
export interface Owner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What everybody here knows: the product, what people are called, and whom they write to. */
const known = ['guichet', 'portail', 'portal', 'super admin', 'candidat', 'candidate', 'support', 'soutien'];

/**
 * For every way on which a password is set by somebody: refuses one that is guessed early (ASVS 6.2.4, 6.2.11, 6.2.12).
 * @throws AppError `request.invalid` at `newPassword`
 */
export async function refuseWeakPassword(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  password: string,
  owner: Owner,
): Promise<void> {
  const fault = await findPasswordFault({ database, config }, password, owner);
  if (fault) throw invalidField('newPassword', fault);
}

/** The same as an answer; null where nothing is known against it. */
export async function findPasswordFault(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  password: string,
  { email, firstName, lastName }: Owner,
): Promise<StrengthFault | null> {
  const { fr, en } = config.universityName;
  const systems = await wordsOfSystems(database.read);
  // Of the address what stands before the at sign: the university's own domain is in its name.
  const [mailbox = ''] = email.split('@');
  const around = [...known, fr, en, ...systems, mailbox, firstName, lastName];
  return askStrengthThread({ password, around });
}

async function wordsOfSystems(db: ReadDb): Promise<string[]> {
  const systems = await listSystems(db);
  return systems.flatMap(({ name, slug, coursePrefix }) => [name, slug, coursePrefix]);
}
