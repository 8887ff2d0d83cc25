import type { Role } from '@guichet/contract/core/access';
import { type RoleWords, roleName, superAdminName } from '@guichet/contract/identity/roleNames';

/** The name of a role that `selectRoles` returned. */
export function nameOfRole(held: {
  readonly role: Role;
  readonly coursePrefix: string | null;
  readonly studentRole: string | null;
}): string {
  const { role, coursePrefix, studentRole } = held;
  if (role === 'superAdmin') return superAdminName;
  return roleName(role, { coursePrefix: coursePrefix ?? '', studentRole: studentRole ?? '' });
}

const byRank: readonly Exclude<Role, 'superAdmin'>[] = ['admin', 'support', 'student'];

export function highestRoleName(roles: readonly Role[], system: RoleWords): string {
  const highest = byRank.find((role) => roles.includes(role));
  return highest ? roleName(highest, system) : '';
}
