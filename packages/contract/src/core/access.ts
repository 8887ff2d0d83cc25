import * as z from 'zod/mini';

/** Levels in ascending order: each level includes the levels before it (readings §1). */
export const levels = ['participant', 'support', 'admin', 'superAdmin'] as const;
export type Level = (typeof levels)[number];

/** Roles of a user. Every role but `superAdmin` belongs to one system. */
export const roles = ['student', 'support', 'admin', 'superAdmin'] as const;
export type Role = (typeof roles)[number];

const levelOfRole: Record<Role, Level> = {
  student: 'participant',
  support: 'support',
  admin: 'admin',
  superAdmin: 'superAdmin',
};

export function roleReaches(role: Role, level: Level): boolean {
  return levels.indexOf(levelOfRole[role]) >= levels.indexOf(level);
}

/** The numbers 0 to 3 on the wire, in `accessLevel` and in the codes of `IsAuthorized` (S6). */
export const levelNumber = z.codec(
  z.union([z.literal([0, 1, 2, 3]), z.literal(['0', '1', '2', '3'])]),
  z.enum(levels),
  {
    decode: (wire) => levels[Number(wire)] ?? 'superAdmin',
    encode: (level) => levels.indexOf(level) as 0 | 1 | 2 | 3,
  },
);
