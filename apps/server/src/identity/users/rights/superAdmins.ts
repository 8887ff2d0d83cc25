import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import { type AuditLine, findAuthor } from '../../../core/audit/audit.service.ts';
import type { AppContext, Grant, WriteTx } from '../../../core/context/appContext.ts';
import { mailPeople, makeMailing, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { type Account, selectSuperAdmins } from '../users.queries.ts';

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
