import * as z from 'zod/mini';
import { levelNumber } from '../core/access.ts';
import { endpoint, json, systemId } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { Banner } from '../systems/banners.ts';

/** A system on the home page: which of its pages the caller may enter (S2.7–S2.9). */
export const Entrance = z.object({
  systemId: z.int(),
  slug: z.string(),
  name: z.string(),
  title: z.object({ fr: z.string(), en: z.string() }),
  landing: z.enum(['bare', 'byLanguage']),
  banner: z.nullable(Banner),
  /** Whether the system is put aside: it stays open, and no list offers it. */
  isArchived: z.boolean(),
  isAdmin: z.boolean(),
  isSupport: z.boolean(),
  isStudent: z.boolean(),
  /** Whether the caller may see and give extra time in the system. */
  seesExtraTime: z.boolean(),
});
export type Entrance = z.infer<typeof Entrance>;

export const listEntrances = endpoint('GET /api/home', {
  summary: 'Lists the systems that the caller may enter, and whether to show the super admin rows.',
  access: 'signedIn',
  reply: json(
    z.object({
      fullName: z.string(),
      email: z.string(),
      language: Language,
      isSuperAdmin: z.boolean(),
      /** The present password, if any, was set by somebody else. */
      mustChoosePassword: z.boolean(),
      /** The session was opened by a provider, and not by that password. */
      isByProvider: z._default(z.boolean(), false),
      /** The super admins, by name, for staff who are none. */
      superAdmins: z._default(z.array(z.object({ fullName: z.string(), email: z.string() })), []),
      entrances: z.array(Entrance),
    }),
  ),
});

/** A route without a system sends systemId 0, for which every signed-in user passes at level 0 (readings §1). */
export const checkAccess = endpoint('POST /api/access', {
  summary: 'Checks whether the caller has an access level on a system.',
  access: 'signedIn',
  body: json(
    z.object({ systemId: z.int().check(z.nonnegative(), z.maximum(999_999_999)), accessLevel: levelNumber }),
  ),
  reply: json(z.boolean()),
});

/** Code 0 is true only for a student of the system, because it enables the link to the learning platform. */
export const isAuthorized = endpoint('GET /api/user/IsAuthorized/:systemId/:code', {
  summary:
    'Checks whether the caller is admin (2), support (1) or student (0) of a system, or super admin (3).',
  access: 'signedIn',
  machineOnly:
    'Programs that hold the token of a person; the pages read all roles at once from `GET /api/home`.',
  params: z.object({ systemId, code: levelNumber }),
  reply: json(z.boolean()),
});
