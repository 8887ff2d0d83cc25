import * as z from 'zod/mini';
import { isTelephone } from '../core/telephone.ts';

const mostDigits = 9;
const wholeNumber = 'wholeNumber';
const whole = z
  .int({ error: ({ input }) => (input === undefined || input === null ? 'required' : wholeNumber) })
  .check(z.positive(wholeNumber), z.maximum(10 ** mostDigits - 1, wholeNumber));
const digits = z
  .string()
  .check(z.trim(), z.regex(new RegExp(`^[1-9]\\d{0,${mostDigits - 1}}$`), wholeNumber));

/** A required positive integer of at most nine digits, as a number or as text. */
export const requiredNumber = z.codec(z.union([whole, digits], wholeNumber), whole, {
  decode: Number,
  encode: (value) => value,
});

/** An optional positive integer of at most nine digits; null, an empty text and an absent field mean none. */
export const optionalNumber = z.optional(
  z.codec(z.union([z.null(), z.literal(''), whole, digits], wholeNumber), z.nullable(whole), {
    decode: (wire) => (wire === null || wire === '' ? null : Number(wire)),
    encode: (value) => value,
  }),
);

/** A text without line breaks and control characters, trimmed. */
export const oneLine = z.string('required').check(z.trim(), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'oneLine'));

/** The name of a system. Its slug is derived from the name once (`makeSlug`), so the slug must not come out empty. */
export const systemName = oneLine.check(
  z.minLength(1, 'required'),
  z.maxLength(100, 'maxLength'),
  z.refine((text) => text === '' || makeSlug(text) !== '', 'nameWithoutLetters'),
);

/** One line, or none. */
const line = (...checks: Parameters<typeof oneLine.check>) =>
  z.optional(z.nullable(oneLine.check(...checks)));

/** Ends role names (`Admin - DC`) and begins course ids, so it is short; by default derived from the name. */
export const coursePrefix = line(z.regex(/^(?:[A-Za-z0-9][A-Za-z0-9-]{0,19})?$/, 'coursePrefix'));

/** An address: valid, or absent (S5.20). */
const address = line(
  z.maxLength(254, 'email'),
  z.refine((text) => text === '' || z.email().safeParse(text).success, 'email'),
);
const senderName = line(z.maxLength(100, 'maxLength'));
const phone = line(
  z.maxLength(60, 'maxLength'),
  z.refine((text) => text === '' || isTelephone(text), 'telephone'),
);
const office = line(z.maxLength(200, 'maxLength'));

/** The fields of a system's mails besides their texts; where a field is not set, the university's applies. */
export const mailFields = {
  emailFrom: address,
  /** The sender's name in every mail, or in French mails only where English mails have their own. */
  emailFromName: senderName,
  emailFromNameEn: senderName,
  replyTo: address,
  phone,
  officeFr: office,
  officeEn: office,
};
export const mailFieldNames = Object.keys(mailFields) as readonly MailField[];
export type MailField = keyof typeof mailFields;

export const longestDomains = 1000;

/** Domains separated by commas, as `nord.ca, exemple.ca`; empty for none. */
export const senderDomains = z.optional(
  z.codec(
    z.string().check(z.maxLength(longestDomains, 'maxLength')),
    z.string().check(z.refine(isDomainList, 'domains')),
    {
      decode: (typed) => domainsOf(typed).join(', '),
      encode: (domains) => domains,
    },
  ),
);

function domainsOf(list: string): string[] {
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
}

function isDomainList(list: string): boolean {
  return domainsOf(list).every((domain) => z.email().safeParse(`a@${domain}`).success);
}

/** Whether an address lies in one of these domains; their subdomains are domains of their own. */
export function isWithin(domains: string, address: string): boolean {
  return domainsOf(domains).includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}

/** A name as a path segment of at most `longest` characters: `Faculté de droit` → `faculte-de-droit`. */
export function makeSlug(name: string, longest = 40): string {
  return plain(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '');
}

const longestPrefix = 20;

/**
 * The default prefix of a system: the name's only word, or the initials of several words, with a number
 * appended when another system has the prefix already, ignoring case (readings §5).
 */
export function freeCoursePrefix(name: string, others: readonly { readonly coursePrefix: string }[]): string {
  const taken = new Set(others.map(({ coursePrefix }) => coursePrefix.toLowerCase()));
  const prefix = coursePrefixOf(name);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const candidate = prefix.slice(0, longestPrefix - suffix.length) + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

function coursePrefixOf(name: string): string {
  const words = plain(name)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const [only = ''] = words;
  const prefix = words.length === 1 ? only : words.map((word) => word.charAt(0).toUpperCase()).join('');
  return prefix.slice(0, longestPrefix);
}

/** Replaces letters with accents, and ligatures, by base letters. */
function plain(text: string): string {
  return text
    .replace(/œ/g, 'oe')
    .replace(/Œ/g, 'Oe')
    .replace(/æ/g, 'ae')
    .replace(/Æ/g, 'Ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}
