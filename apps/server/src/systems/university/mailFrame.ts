import type { Language } from '@guichet/contract/core/language';
import { type MailField, mailFieldNames } from '@guichet/contract/systems/systemFields';
import type { Config } from '../../core/runtime/config.ts';

export type MailFields = Readonly<Record<MailField, string | null>>;

type StatedFields = { readonly [Name in MailField]?: string | null | undefined };

export const noMailFields = Object.fromEntries(mailFieldNames.map((name) => [name, null])) as MailFields;

/** The fields after a form: an empty field becomes null, an absent field stays as it is. */
export function statedMailFields(form: StatedFields, before: MailFields): MailFields {
  const stated = mailFieldNames.map((name) => [
    name,
    form[name] === undefined ? before[name] : form[name] || null,
  ]);
  return Object.fromEntries(stated) as MailFields;
}

const columnOf = {
  emailFrom: 'email_from',
  emailFromName: 'email_from_name',
  emailFromNameEn: 'email_from_name_en',
  replyTo: 'reply_to',
  phone: 'phone',
  officeFr: 'office_fr',
  officeEn: 'office_en',
} as const satisfies Record<MailField, string>;

type Selected = { [Name in MailField]: `${(typeof columnOf)[Name]} as ${Name}` }[MailField];

/** The fields as `select` takes them, of a row of a system or of the university. */
export const selectedMailFields = mailFieldNames.map((name) => `${columnOf[name]} as ${name}`) as Selected[];

export function mailColumns(form: StatedFields): {
  [Name in MailField as (typeof columnOf)[Name]]?: string | null;
} {
  const stated = mailFieldNames.filter((name) => form[name] !== undefined);
  return Object.fromEntries(stated.map((name) => [columnOf[name], form[name] || null]));
}

/** The frame of a system's mails, in the mail's language; where a field is null, the university's value applies. */
export interface MailFrame {
  readonly from: { readonly address: string | null; readonly name: string | null };
  readonly replyTo: string | null;
  readonly phone: string | null;
  readonly office: string | null;
  readonly logo: LogoSize | null;
}

export interface LogoSize {
  readonly id: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The sender's address where neither the system nor the university names one; nobody reads answers to it. */
export function noReplyAddress({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `no-reply@${new URL(publicUrl).hostname}`;
}

/** The start of an address whose mail nobody reads, such as `no-reply@` and `nepasrepondre@`. */
const unread = /^(no|ne)[-._]?(reply|r[eé]pondre|pas[-._]?r[eé]pondre)\b/i;

/** Sender and footer in a language, as a system or the university states them. */
export function frameIn(language: Language, fields: MailFields, logo: LogoSize | null): MailFrame {
  const { emailFrom: address, emailFromName, emailFromNameEn, replyTo, phone, officeFr, officeEn } = fields;
  return {
    from: { address, name: language === 'fr' ? emailFromName : (emailFromNameEn ?? emailFromName) },
    replyTo,
    phone,
    // An office in the other language is better than no office.
    office: language === 'fr' ? (officeFr ?? officeEn) : (officeEn ?? officeFr),
    logo,
  };
}

/** The frame of a system, with the university's values wherever the system states none. */
export function withUniversity(own: MailFrame | null, university: MailFrame): MailFrame {
  return {
    from: {
      address: own?.from.address ?? university.from.address,
      name: own?.from.name ?? university.from.name,
    },
    replyTo: own?.replyTo ?? university.replyTo,
    phone: own?.phone ?? university.phone,
    office: own?.office ?? university.office,
    logo: own?.logo ?? null,
  };
}

/** Whether somebody reads the answers to mails with this frame. */
export function isAnswered({
  from,
  replyTo,
}: {
  readonly from: { readonly address: string | null };
  readonly replyTo: string | null;
}): boolean {
  return replyTo !== null || (from.address !== null && !unread.test(from.address));
}
