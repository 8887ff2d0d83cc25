import type { GroupRole } from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { NameId } from '../../factors/answers.service.ts';
import { noteGroups } from './troubles.ts';

export interface GroupFacts {
  readonly id: string;
  readonly issuer: string;
  readonly groupsClaim: string | null;
  readonly groupRoles: readonly GroupRole[];
}

/** Entra ID tells 200 at most, and names a place where to ask for more. */
const mostGroups = 1000;

/**
 * Finds the groups of the provider's table in what the provider tells of an account, letter by letter. Null for anything but texts: no
 * role changes then. Without a claim or a value an account is in no group.
 */
export async function readGroups(
  context: AppContext,
  { id, issuer, groupsClaim, groupRoles }: GroupFacts,
  told: unknown,
): Promise<string[] | null> {
  if (groupsClaim === null) return [];
  const values: unknown = typeof told === 'string' ? [told] : (told ?? []);
  const isList = Array.isArray(values) && values.every((value) => typeof value === 'string');
  if (isList && values.length <= mostGroups) {
    await noteGroups(context, id, values);
    return [...new Set(groupRoles.map(({ group }) => group))].filter((group) => values.includes(group));
  }
  context.log.warn({ issuer, claim: groupsClaim }, 'the groups of an account were ignored: no list of texts');
  return null;
}

/** The facts that a provider tells of an account. */
export interface Told {
  readonly subject: string;
  readonly accountName: string;
  readonly email: string | null;
  readonly session: string | null;
  readonly isMultiFactor: boolean;
  readonly nameId: NameId | null;
  /** Only groups of the provider's table; null where none could be read. */
  readonly groups: readonly string[] | null;
}
