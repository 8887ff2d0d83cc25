import * as z from 'zod/mini';
import { endpoint, json, systemId } from '../core/endpoint.ts';

/** A text in both languages; where one language is missing, the other text stands in both. */
export const BothLanguages = z.object({ fr: z.string(), en: z.string() });

/** How to reach the office of a program; null for what neither the program nor the university has set. */
export const OfficeContact = z.object({
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  office: z.nullable(BothLanguages),
});
export type OfficeContact = z.output<typeof OfficeContact>;

/** `programs`: there is no contact for all programs, and these have their own. */
export const FoundOffice = z.extend(OfficeContact, {
  programs: z.optional(z.array(z.extend(OfficeContact, { title: BothLanguages }))),
});
export type FoundOffice = z.output<typeof FoundOffice>;

/** Without a system, or for one that does not exist, the office is the university's. */
export const findOffice = endpoint('GET /api/valid/office', {
  summary: 'Returns how to reach the office of a system, for pages before sign-in.',
  access: 'public',
  query: z.object({ systemId: z.optional(systemId) }),
  reply: json(FoundOffice),
});
