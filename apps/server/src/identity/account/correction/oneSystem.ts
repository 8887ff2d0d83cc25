import { personTextNames } from '@guichet/contract/core/personTexts';
import type { Correction, PersonFields } from '@guichet/contract/identity/users.changes';
import { findAuthor, record, unchanged, type Written } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { readdressMails } from '../../../mail/outbox/outbox.service.ts';
import { makeAuditLines } from '../../users/managedUsers.service.ts';
import * as users from '../../users/users.service.ts';
import { type Form, pickFields, pickNames, statedFields, storeFields } from './personFields.ts';

/** The fields that an administrator of one of several systems of a person corrects (readings §5). */
const ownFields: readonly string[] = ['language', 'studentNumber'] satisfies (keyof PersonFields)[];

/**
 * Corrects language and student number of somebody who is in other systems too: of the account, or of a guest what the
 * administrator's systems state. @throws AppError `user.outOfReach` where any other field is changed, or somebody higher
 */
export async function correctInOneSystem(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant,
  person: users.LockedPerson,
  { form, administered }: { readonly form: Form; readonly administered: readonly number[] },
): Promise<Written<Correction>> {
  const reader = { tenantScope: administered, today: context.clock.today() };
  const stated = (await users.selectGuests(tx, [person.id], reader)).get(person.id) ?? null;
  const account = pickFields(person);
  const before: PersonFields = stated
    ? {
        ...account,
        ...users.textsAsStated(personTextNames, account, stated),
        language: users.languageAsStated(stated),
        newsLetter: false,
      }
    : account;
  const after = { ...before, ...statedFields(form), email: form.email ?? before.email };
  const { seen } = form;
  const changed = pickNames(before).filter((name) => after[name] !== (seen ?? before)[name]);
  const isAllowed = changed.every((name) => ownFields.includes(name));
  if (!isAllowed || !users.mayCorrect(administered, person.held)) throw new AppError('user.outOfReach');
  if (seen && changed.some((name) => before[name] !== seen[name]))
    return unchanged({ outcome: 'conflict', now: before });
  const result: Correction = {
    outcome: 'corrected',
    address: null,
    linkSentTo: null,
    mailIds: [],
    isOnPlatform: false,
  };
  if (!stated) {
    const { language, studentNumber } = { ...account, ...statedFields(form) };
    const [first, ...more] = await storeFields(tx, grant, person, account, {
      ...account,
      language,
      studentNumber,
    });
    await readdressMails(context, tx, person.id, findAuthor(grant).fullName);
    return first ? record(result, first, ...more) : unchanged(result);
  }
  if (changed.length === 0) return unchanged(result);
  await users.updateStated(tx, person.id, administered, {
    language: changed.includes('language') ? after.language : before.language,
    student_number: after.studentNumber,
  });
  const within = person.held.filter(({ systemId }) => systemId !== null && administered.includes(systemId));
  return record(result, ...makeAuditLines(grant, 'user.corrected', { ...person, held: within }));
}
