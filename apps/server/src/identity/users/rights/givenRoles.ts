import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { findAuthor } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { systemShared } from '../managedUsers.service.ts';
import type { Account } from '../users.queries.ts';
import { sayRoles } from './sayRoles.ts';
import type { HeldRole } from './userRights.ts';

/**
 * Mails a person the staff roles that an account of theirs was given: what for, by whom, until when, and the way in.
 * The mail belongs to a system of these roles, or to none for a super admin.
 */
export async function tellOfRoles(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant,
  person: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  { given, needsLink }: { readonly given: readonly HeldRole[]; readonly needsLink: boolean },
): Promise<void> {
  const purpose = 'roleGiven';
  const systemId = systemShared(grant, given);
  const text = async (language: Language) => {
    const words = mailWords[language].role;
    const roles = await sayRoles(tx, language, given);
    const note = fillParams(words.by, { by: findAuthor(grant).fullName, roles });
    const written = mailText(purpose, language, needsLink ? [words.needsLink] : []);
    return makeMailing(await findSender(tx, systemId, language), { purpose, language }, written, { note });
  };
  const key = () => `${purpose}:${context.clock.uuid()}`;
  await mailPeople(context, tx, [person], { text, key, urgent: true });
}
