import type { ListedRole } from '@guichet/contract/users.search';

/** S5.13 */
const usualRole = 'Admin - DC';

/** The default role: Admin - DC when it is offered, else the administrator of the own system (readings §3). */
export function firstRole(offered: readonly ListedRole[], systemId: number | null): string {
  const admins = offered.filter(({ role }) => role === 'admin');
  const first =
    offered.find(({ name }) => name === usualRole) ??
    admins.find((one) => one.systemId === systemId) ??
    admins[0] ??
    offered[0];
  return first?.name ?? '';
}
