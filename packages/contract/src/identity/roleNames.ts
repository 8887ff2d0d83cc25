import type { Role } from '../core/access.ts';

/** The fields of a system from which its role names are derived (readings §1). */
export interface RoleWords {
  readonly coursePrefix: string;
  readonly studentRole: string;
}

/** The name of a role in tokens and lists: `Admin - TCL`, `Support - Odell`, `Education`. */
export function roleName(role: Exclude<Role, 'superAdmin'>, system: RoleWords): string {
  if (role === 'student') return system.studentRole;
  return `${role === 'admin' ? 'Admin' : 'Support'} - ${system.coursePrefix}`;
}

export const superAdminName = 'Super Admin';

/** The word for a system in the name of its administrators: `Admin - DC` → `DC`. */
export function readSystemWord(adminName: string): string {
  return adminName.replace(/^Admin - /, '');
}
