import type { BodyOf } from '@guichet/contract/core/endpoint';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type { correctUser as correctEndpoint, PersonFields } from '@guichet/contract/identity/users.changes';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { SignedInGrant, SystemGrant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { makeAuditLines } from '../../users/managedUsers.service.ts';
import { nameKeys } from '../../users/nameKeys.service.ts';
import { cleanTexts, type LockedPerson, textColumns, updatePerson } from '../../users/users.service.ts';

export type Form = BodyOf<typeof correctEndpoint>;

/** The fields of an account, which has a language. */
export type AccountFields = PersonFields & Pick<LockedPerson, 'language'>;

export const pickNames = (fields: PersonFields) => Object.keys(fields) as (keyof PersonFields)[];

export function pickFields(person: LockedPerson): AccountFields {
  const { firstName, lastName, language, email, newsLetter } = person;
  const texts = textsAs(personTextNames, (name) => person[name]);
  return { firstName, lastName, language, email, ...texts, newsLetter };
}

/** The fields as a form states them; a text or a language that is left out stays. */
export function statedFields(form: Form): Partial<AccountFields> {
  const { firstName, lastName, languageId: language, newsLetter } = form;
  return { firstName, lastName, newsLetter, ...(language && { language }), ...cleanTexts(form) };
}

/** Stores all fields except a new address. Returns the audit lines. */
export async function storeFields(
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant | SignedInGrant,
  person: LockedPerson,
  before: AccountFields,
  after: AccountFields,
): Promise<AuditLine[]> {
  const changed = pickNames(before).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return [];
  const { firstName, lastName, language, email, newsLetter, studentNumber } = after;
  await updatePerson(tx, person.id, {
    first_name: firstName,
    last_name: lastName,
    email,
    ...nameKeys(firstName, lastName, email, studentNumber),
    language,
    ...textColumns(textsAs(personTextNames, (name) => after[name])),
    wants_newsletter: newsLetter,
  });
  const detail = changed.map((name) => [name, { from: before[name], to: after[name] }]);
  return [...makeAuditLines(grant, 'user.corrected', person, Object.fromEntries(detail))];
}
