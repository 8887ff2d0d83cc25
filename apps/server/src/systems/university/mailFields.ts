import { type MailField, mailFieldNames } from '@guichet/contract/systems/systemFields';

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

export function mailColumns(fields: MailFields) {
  return {
    email_from: fields.emailFrom,
    email_from_name: fields.emailFromName,
    email_from_name_en: fields.emailFromNameEn,
    reply_to: fields.replyTo,
    phone: fields.phone,
    office_fr: fields.officeFr,
    office_en: fields.officeEn,
  };
}
