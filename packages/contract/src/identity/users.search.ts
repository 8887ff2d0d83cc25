import * as z from 'zod/mini';
import { type Role, roles } from '../core/access.ts';
import { count, Day, endpoint, flag, id, instant, json } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { replyTexts } from '../core/personTexts.ts';

/** The page size "All" (S9). */
export const searchMaxPageSize = 100_000;

/** A choice of a filter. An empty choice does not filter, in whichever form it is sent (readings §3). */
function choice<S extends z.core.$ZodType>(schema: S) {
  return z.optional(z.union([z.null(), z.literal(''), schema]));
}

const zeroOrOne = z.codec(z.union([z.literal([0, 1]), z.literal(['0', '1'])]), z.boolean(), {
  decode: (wire) => Number(wire) === 1,
  encode: (value) => (value ? 1 : 0),
});

/** The names in the filter of roles that stand for roles of any system; no role of a system is named so. */
export const anyRoles = {
  anyStaff: ['superAdmin', 'admin', 'support'],
  anyAdmin: ['superAdmin', 'admin'],
  anySupport: ['support'],
} as const satisfies Record<string, readonly Role[]>;
export type AnyRole = keyof typeof anyRoles;

export function isAnyRole(name: string): name is AnyRole {
  return name in anyRoles;
}

/** The name in the filter of roles for people with roles in more than one system that the caller sees. */
export const inSeveralSystems = 'severalSystems';

/** A person must match every field that is set. */
export const SearchFilter = z.object({
  workshopId: choice(id),
  /** Each word is matched in first name, last name, e-mail address and student number, ignoring accents and case. */
  searchTerm: choice(z.string().check(z.maxLength(200, 'maxLength'))),
  /** True for active people, false for inactive people. */
  status: choice(flag),
  isLocked: choice(flag),
  newsLetter: choice(zeroOrOne),
  /** The name of a role from `listRoles`, of `anyRoles`, or `inSeveralSystems`. */
  role: choice(z.string().check(z.maxLength(100, 'maxLength'))),
  language: choice(formLanguageId),
  /** A profession from `listProfessions`. */
  profession: choice(z.string().check(z.maxLength(200, 'maxLength'))),
  pageSize: choice(count.check(z.maximum(searchMaxPageSize, 'max'))),
  pageIndex: choice(count),
});
export type SearchFilter = z.output<typeof SearchFilter>;

export const sortFields = [
  'fullName',
  'name',
  'isActive',
  'subscriptionDate',
  'lastVisitDate',
  'profession',
  'attestation',
  'numberOfWorkshops',
] as const;
export type SortField = (typeof sortFields)[number];

export const FoundUser = z.object({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** The day on which the account was created. */
  subscriptionDate: Day,
  /** The instant of creation, by which the list is sorted. */
  createdAt: instant,
  /** The last sign-in. */
  lastVisitDate: z.nullable(instant),
  /** Whether `lastVisitDate` is withheld: only super admins see that of a super admin. */
  isVisitHidden: z._default(z.boolean(), false),
  isLocked: z._default(z.boolean(), false),
  /** As of a person: until a mailed link is opened, no staff role counts. */
  linkDue: z._default(z.boolean(), false),
  /** The names of the person's roles in the systems that the caller sees, highest first. */
  roles: z._default(z.array(z.string()), []),
  ...replyTexts,
  /** Number of exams in which the person was marked as attended with success. */
  attestation: z.int(),
  /** Number of exams of the person; like `attestation`, in the systems that the caller sees. */
  numberOfWorkshops: z.int(),
  /** Whether the caller may edit, activate and deactivate this person and set their password. */
  mayManage: z.boolean(),
});
export type FoundUser = z.output<typeof FoundUser>;

/**
 * `pageSize` (default 25) and `pageIndex` (first page 1) are read from the first filter. Sorted by full name
 * ascending by default; nulls come first ascending, last descending.
 */
export const searchUsers = endpoint('POST /api/user/search', {
  summary: 'Returns a page of the people of the systems that the caller supports or administers.',
  access: { level: 'support', of: 'anySystem' },
  bodyBytes: 48 * 1024,
  body: json(
    z.object({
      filters: z.optional(z.nullable(z.array(SearchFilter).check(z.maxLength(20, 'maxLength')))),
      sortParams: z.optional(
        z.nullable(
          z.object({
            sortField: z.optional(z.nullable(z.enum(sortFields))),
            /** 1 is ascending, -1 descending. */
            sortDirection: z.optional(z.nullable(z.literal([1, -1]))),
          }),
        ),
      ),
    }),
  ),
  /** `totalItems` counts all matches, not the page. */
  reply: json(z.object({ data: z.array(FoundUser), totalItems: z.int() })),
});

/** A name to suggest; `person`: whoever alone has it. */
const SimilarName = z.object({
  name: z.string(),
  person: z.nullable(z.object({ id: z.int(), fullName: z.string(), email: z.string() })),
});
export type SimilarName = z.output<typeof SimilarName>;

/** Offered after a search that found nobody. */
export const listSimilarNames = endpoint('GET /api/user/similar', {
  summary:
    'Lists up to five names of people whom the caller sees that are written almost like the searched words, the nearest first: first or last names for one word, whole names for several.',
  access: { level: 'support', of: 'anySystem' },
  query: z.object({ search: z.string().check(z.maxLength(200, 'maxLength')) }),
  reply: json(z.array(SimilarName)),
});

/** `systemId` is null only for Super Admin; `mayGive`: whether the caller may grant the role in the new-user dialog. */
export const ListedRole = z.object({
  name: z.string(),
  role: z.enum(roles),
  systemId: z.nullable(z.int()),
  mayGive: z.boolean(),
  /** Whether the system of the role is put aside. */
  isArchived: z.boolean(),
});
export type ListedRole = z.infer<typeof ListedRole>;

export const listRoles = endpoint('GET /api/user/roles', {
  summary: 'Lists the roles of the systems that the caller sees, by rank and system.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(z.array(ListedRole)),
});

export const listProfessions = endpoint('GET /api/user/professions', {
  summary: 'Lists the distinct professions of the people whom the caller sees, sorted.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(z.array(z.string())),
});

export const findWorkshop = endpoint('GET /api/user/workshop/:workshopId', {
  summary: 'Returns the title of the exam that a search is filtered by.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(z.object({ id: z.int(), systemId: z.int(), title: z.string(), date: Day })),
});
