import type { Language } from '@guichet/contract/core/language';
import { type AuditLine, authorOf } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { Grant } from '../../../core/http/grant.ts';
import { enqueueMail, openMailing } from '../../../mail/outbox/outbox.service.ts';
import { fullNameOf } from '../people.ts';
import { type Account, selectSuperAdmins } from '../users.queries.ts';

type Named = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName'>;

/**
 * Tells the other super admins by mail that somebody has become a super admin. Returns the audit line, which
 * is recorded last, so that it stands first in the log.
 */
export async function tellOfSuperAdmin(
  context: AppContext,
  tx: WriteTx,
  grant: Grant,
  person: Named,
): Promise<AuditLine> {
  const giver = authorOf(grant);
  const name = fullNameOf(person);
  const others = await selectSuperAdmins(tx, [person.id, giver.userId ?? 0]);
  for (const other of others) {
    const { language, firstName, lastName, email } = other;
    const mailingId = await openMailing(context, tx, {
      systemId: null,
      purpose: 'superAdminGiven',
      language,
      frame: null,
      ...texts[language],
      attachmentId: null,
      variables: { linkSystemId: null, note: notes[language](giver.fullName, `${name} (${person.email})`) },
    });
    const key = `superAdminGiven:${context.clock.uuid()}`;
    const variables = { firstName, lastName, email };
    const mail = { mailingId, systemId: null, key, userId: other.id, variables, urgent: true };
    await enqueueMail(tx, mail, context.clock.now());
  }
  const detail = { name, email: person.email, mails: others.length };
  return { action: 'role.superAdminGiven', subject: `user:${person.id}`, systemId: null, detail };
}

const notes: Record<Language, (giver: string, person: string) => string> = {
  fr: (giver, person) => `${giver} a donné la superadministration à ${person}.`,
  en: (giver, person) => `${giver} has made ${person} a super administrator.`,
};

/** Subject, and body as HTML with placeholders; contains no user input. */
const texts: Record<Language, { readonly subject: string; readonly body: string }> = {
  fr: {
    subject: 'Une autre personne a reçu la superadministration du portail',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>{{note}}</p>
<p>Ce rôle permet de tout voir et de tout changer dans le portail, dans chaque système. Vous recevez ce courriel parce que vous l’avez aussi.</p>
<p>Vous ne vous y attendiez pas? Retirez ce rôle dans les renseignements de cette personne, puis demandez à qui l’a donné si le geste était bien le sien.</p>
<p><a href="{{loginUrl}}">Ouvrir le portail</a></p>`,
  },
  en: {
    subject: 'Another person has become a super administrator of the portal',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>{{note}}</p>
<p>This role lets its holder see and change everything in the portal, in every system. You are getting this email because you have it too.</p>
<p>Were you not expecting this? Take the role away in the details of that person, then ask the person who gave it whether it was really them.</p>
<p><a href="{{loginUrl}}">Open the portal</a></p>`,
  },
};
