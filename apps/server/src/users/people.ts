import type { Role } from '@guichet/contract/core/access';
import { fold } from '@guichet/contract/core/fold';
import { type RoleWords, roleName, superAdminName } from '@guichet/contract/roleNames';

/** Without a word in it a profession is none. */
export function professionFields(profession: string | null | undefined): {
  profession: string | null;
  profession_key: string | null;
} {
  const key = fold(profession ?? '');
  return key === '' || !profession
    ? { profession: null, profession_key: null }
    : { profession: profession.trim(), profession_key: key };
}

export function fullNameOf(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${person.firstName} ${person.lastName}`;
}

/** The name of a role as `selectRoles` gives it. */
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

/** The name of the highest of the roles that a person holds in one system. */
export function highestRoleName(roles: readonly Role[], system: RoleWords): string {
  const highest = byRank.find((role) => roles.includes(role));
  return highest ? roleName(highest, system) : '';
}
