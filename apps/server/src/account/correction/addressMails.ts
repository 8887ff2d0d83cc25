import type { Language } from '@guichet/contract/core/language';
import { enqueueMail, type OwnVariables, openMailing } from '../../outbox/outbox.service.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { Account } from '../../users/users.service.ts';
import { findSender } from '../sender.ts';

interface AddressMail {
  readonly kind: 'newAddress' | 'addressChanged';
  readonly key: string;
  readonly email: string;
  /** Whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly own?: Pick<OwnVariables, 'confirmLink'>;
}

/**
 * Queues a mail about a corrected address. It is addressed to no person, so that it never follows one to another address.
 * Notify `outbox` after the commit.
 */
export async function queueAddressMail(
  context: AppContext,
  tx: WriteTx,
  person: Pick<Account, 'firstName' | 'lastName' | 'language'>,
  { kind, key, email, systemId, own }: AddressMail,
): Promise<void> {
  const { firstName, lastName, language } = person;
  const from = await findSender(tx, systemId, language);
  const mailingId = await openMailing(context, tx, {
    systemId: from.systemId,
    purpose: kind,
    language,
    from: from.mailbox,
    ...mails[kind][language],
    attachmentId: null,
    variables: { linkSystemId: from.systemId, systemTitle: from.title },
  });
  const variables = { firstName, lastName, email, ...own };
  const mail = { mailingId, systemId: from.systemId, key, userId: null, variables, urgent: true };
  await enqueueMail(tx, mail, context.clock.now());
}

/** Subject, and body as sanitised HTML with placeholders. */
const mails: Record<
  AddressMail['kind'],
  Record<Language, { readonly subject: string; readonly body: string }>
> = {
  newAddress: {
    fr: {
      subject: 'Confirmez votre nouvelle adresse',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Votre programme a corrigé l’adresse de votre compte. La nouvelle est {{email}}\u00a0: confirmez qu’elle est bien la vôtre.</p>
<p><a href="{{confirmUrl}}">Confirmer cette adresse</a></p>
<p>Le lien fonctionne pendant sept jours. D’ici là, votre ancienne adresse reste celle de votre compte. Ensuite, vous ouvrirez vos sessions avec la nouvelle, et votre mot de passe restera le même.</p>
<p>Ce compte n’est pas le vôtre? Ne faites rien\u00a0: rien ne changera.</p>`,
    },
    en: {
      subject: 'Confirm your new address',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Your program has corrected the address of your account. The new one is {{email}}: please confirm that it is yours.</p>
<p><a href="{{confirmUrl}}">Confirm this address</a></p>
<p>The link works for seven days. Until you open it, your account keeps its old address. After that you sign in with the new one, and your password stays the same.</p>
<p>Is this account not yours? Then there is nothing to do: nothing will change.</p>`,
    },
  },
  addressChanged: {
    fr: {
      subject: 'L’adresse de votre compte a changé',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>{{email}} n’est plus l’adresse de votre compte\u00a0: elle a été corrigée à la demande de votre programme. Les prochains courriels, et vos sessions, passeront par la nouvelle.</p>
<p>Vous n’attendiez pas ce changement? Écrivez tout de suite à votre programme. Si vous ne connaissez pas ce compte, il n’y a rien à faire\u00a0: il ne vous écrira plus.</p>`,
    },
    en: {
      subject: 'The address of your account has changed',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>{{email}} is no longer the address of your account: it was corrected at the request of your program. From now on, email goes to the new address, and you sign in with it.</p>
<p>Were you not expecting this? Write to your program at once. If you do not know this account, there is nothing to do: you will get no more email from it.</p>`,
    },
  },
};
