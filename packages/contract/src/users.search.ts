import * as z from 'zod/mini';
import { roles } from './core/access.ts';
import { endpoint, json } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { count, Day, flag, id, instant } from './core/wire.ts';
import { toldTexts } from './users.personTexts.ts';

/** "All" of the page sizes (S9). */
export const searchMaxPageSize = 100_000;

/** A choice that was not made does not filter, however a form says so (readings §3). */
function choice<S extends z.core.$ZodType>(schema: S) {
  return z.optional(z.union([z.null(), z.literal(''), schema]));
}

const zeroOrOne = z.codec(z.union([z.literal([0, 1]), z.literal(['0', '1'])]), z.boolean(), {
  decode: (wire) => Number(wire) === 1,
  encode: (value) => (value ? 1 : 0),
});

/** A person matches when every field that is set does. */
export const SearchFilter = z.object({
  /** The id of a cohort. */
  workshopId: choice(id),
  /** Each word is looked for in first name, last name, e-mail address and student number; neither accents nor case matter. */
  searchTerm: choice(z.string().check(z.maxLength(200, 'maxLength'))),
  /** true Active, false Inactive. */
  status: choice(flag),
  newsLetter: choice(zeroOrOne),
  /** The name of a role, one of `listRoles`. */
  role: choice(z.string().check(z.maxLength(100, 'maxLength'))),
  language: choice(formLanguageId),
  /** One of `listProfessions`. */
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
  /** The day on which the account was made. */
  subscriptionDate: Day,
  /** The moment in it, by which the list is sorted. */
  createdAt: instant,
  /** The last sign-in. */
  lastVisitDate: z.nullable(instant),
  /** Whether that stays untold: of a super admin, to whoever is none. */
  isVisitHidden: z._default(z.boolean(), false),
  /** Whether the account was locked in an emergency. */
  isLocked: z._default(z.boolean(), false),
  ...toldTexts,
  /** In how many cohorts the person was marked as attended with success. */
  attestation: z.int(),
  /** In how many cohorts the person is; like `attestation`, of the systems that the caller sees. */
  numberOfWorkshops: z.int(),
  /** Whether the caller may change the password of this person, activate, deactivate and correct her. */
  mayManage: z.boolean(),
});
export type FoundUser = z.output<typeof FoundUser>;

/**
 * `pageSize` (25 where none is given) and `pageIndex` (first page 1) are those of the first filter. By full name
 * ascending unless asked otherwise; nulls first ascending, last descending.
 */
export const searchUsers = endpoint({
  method: 'POST',
  path: '/api/user/search',
  summary: 'A page of the people of the systems that the caller supports or administers.',
  access: { level: 'support', of: 'anySystem' },
  bodyBytes: 48 * 1024,
  body: json(
    z.object({
      filters: z.optional(z.nullable(z.array(SearchFilter).check(z.maxLength(20, 'maxLength')))),
      sortParams: z.optional(
        z.nullable(
          z.object({
            sortField: z.optional(z.nullable(z.enum(sortFields))),
            /** 1 ascending, -1 descending. */
            sortDirection: z.optional(z.nullable(z.literal([1, -1]))),
          }),
        ),
      ),
    }),
  ),
  /** `totalItems` counts all matches, not the page. */
  reply: json(z.object({ data: z.array(FoundUser), totalItems: z.int() })),
});

/** `systemId` is null for Super Admin alone; `mayGive` is what the new-user dialog offers. */
export const ListedRole = z.object({
  name: z.string(),
  role: z.enum(roles),
  systemId: z.nullable(z.int()),
  mayGive: z.boolean(),
});
export type ListedRole = z.infer<typeof ListedRole>;

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/user/roles',
  summary:
    'The roles of the systems that the caller sees, by rank and system, for the filter and for new users.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(z.array(ListedRole)),
});

export const listProfessions = endpoint({
  method: 'GET',
  path: '/api/user/professions',
  summary: 'The professions that the people whom the caller sees have, each once, in order.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(z.array(z.string())),
});

export const findWorkshop = endpoint({
  method: 'GET',
  path: '/api/user/workshop/:workshopId',
  summary: 'The cohort to which a search is narrowed: its title for the heading.',
  access: { level: 'support', of: 'anySystem' },
  params: z.object({ workshopId: id }),
  reply: json(z.object({ id: z.int(), systemId: z.int(), title: z.string(), date: Day })),
});
