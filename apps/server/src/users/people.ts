import type { Role } from '@guichet/contract/core/access';
import { type RoleWords, roleName } from '@guichet/contract/roleNames';
import { fold } from '../platform/fold.ts';

/** What lists sort by and what search looks in: both folded, so that neither accents nor case matter (S5). */
export function nameKeys(
  firstName: string,
  lastName: string,
  email: string,
): { sort_name: string; search_text: string } {
  return {
    sort_name: fold(`${lastName} ${firstName}`),
    search_text: fold(`${firstName} ${lastName} ${email}`),
  };
}

const byRank: readonly Exclude<Role, 'superAdmin'>[] = ['admin', 'support', 'student'];

/** The name of the highest of the roles that a person holds in one system. */
export function highestRoleName(roles: readonly Role[], system: RoleWords): string {
  const highest = byRank.find((role) => roles.includes(role));
  return highest ? roleName(highest, system) : '';
}
