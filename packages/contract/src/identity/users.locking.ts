import * as z from 'zod/mini';
import { endpoint, json, superAdmins } from '../core/endpoint.ts';

/**
 * For emergencies: also allowed for a person who has a role in a system that the caller does not administer, unless
 * that role is higher and older than the person's roles in the caller's systems. Sign-in then returns 4403.
 */
export const lockUser = endpoint('POST /api/user/:id/lock', {
  summary: 'Locks an account until a super admin unlocks it, and ends its sessions.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  reply: json(z.literal(true)),
});

export const unlockUser = endpoint('POST /api/user/:id/unlock', {
  summary: 'Unlocks an account that was locked in an emergency; its sessions stay closed.',
  access: superAdmins,
  reply: json(z.literal(true)),
});
