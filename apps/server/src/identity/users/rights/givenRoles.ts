import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import { type AuditLine, findAuthor } from '../../../core/audit/audit.service.ts';
import type { AppContext, Grant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import { findSender, mailPeople, makeMailing, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { chooseTitles, selectSystemLinks } from '../../access/access.service.ts';
import { systemShared } from '../managedUsers.service.ts';
import { type Account, selectSuperAdmins } from '../users.queries.ts';
import type { HeldRole } from './userRights.ts';

/**
 * Mails a person the staff roles that an account of theirs was given: what for, by whom, until when, and the way in. `link`: the
 * mailed link with which the roles begin to count.
 * The mail belongs to a system of these roles, or to none for a super admin.
 */
export async function tellOfRoles(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant,
  person: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  {
    given,
    link,
  }: { readonly given: readonly HeldRole[]; readonly link: 'needsLink' | 'needsPassword' | null },
): Promise<void> {
  const purpose = 'roleGiven';
  const systemId = systemShared(grant, given);
  const text = async (language: Language) => {
    const words = mailWords[language].role;
    const roles = await sayRoles(tx, language, given);
    const note = fillParams(words.by, { by: findAuthor(grant).fullName, roles });
    const written = mailText(purpose, language, link ? [words[link]] : []);
    return makeMailing(await findSender(tx, systemId, language), { purpose, language }, written, { note });
  };
  const key = () => `${purpose}:${context.clock.uuid()}`;
  await mailPeople(context, tx, [person], { text, key, urgent: true });
}

/** The roles in words, each with the title of its system. */
export async function sayRoles(db: ReadDb, language: Language, given: readonly HeldRole[]): Promise<string> {
  const words = mailWords[language].role;
  const systems = await selectSystemLinks(
    db,
    given.flatMap(({ systemId }) => systemId ?? []),
  );
  const titleOf = (id: number | null) => {
    const system = systems.find((one) => one.systemId === id);
    return system && (chooseTitles(system)[language] || system.name);
  };
  return given
    .map(({ role, systemId }) => fillParams(words[role], { title: titleOf(systemId) ?? '' }))
    .join(', ');
}

type Named = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName'>;

/** Mails the other super admins that there is a new one. Returns the audit line, which is recorded last. */
export async function tellOfSuperAdmin(
  context: AppContext,
  tx: WriteTx,
  grant: Grant,
  person: Named,
): Promise<AuditLine> {
  const giver = findAuthor(grant);
  const name = joinNames(person);
  const others = await selectSuperAdmins(tx, [person.id, giver.userId ?? 0]);
  const purpose = 'superAdminGiven';
  const about = { giver: giver.fullName, person: `${name} (${person.email})` };
  await mailPeople(context, tx, others, {
    text: (language) =>
      makeMailing(portalSender, { purpose, language }, mailText(purpose, language), {
        note: fillParams(mailWords[language].superAdmin, about),
      }),
    key: () => `${purpose}:${context.clock.uuid()}`,
    urgent: true,
  });
  const detail = { name, email: person.email, mails: others.length };
  return { action: 'role.superAdminGiven', subject: `user:${person.id}`, systemId: null, detail };
}
