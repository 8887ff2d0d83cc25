import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { enqueueMail, type OwnVariables, openMailing } from '../../../mail/outbox/outbox.service.ts';
import type { Account } from '../../users/users.service.ts';
import { findSender } from '../sender.ts';

interface AddressMail {
  /** `newAddress`, `addressChanged`: somebody else corrects it. `addressWanted`: another account asked for the address. */
  readonly kind: 'newAddress' | 'addressChanged' | 'ownAddress' | 'ownAddressChanged' | 'addressWanted';
  readonly key: string;
  readonly email: string;
  /** The system whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly own?: Pick<OwnVariables, 'confirmLink'>;
}

/**
 * Queues a mail about a changed address. The mail belongs to no person, so that it never follows a person to
 * another address.
 */
export async function queueAddressMail(
  context: AppContext,
  tx: WriteTx,
  person: Pick<Account, 'id' | 'firstName' | 'lastName' | 'language'>,
  { kind, key, email, systemId, own }: AddressMail,
): Promise<void> {
  const { id: aboutUserId, firstName, lastName, language } = person;
  const from = await findSender(tx, systemId, language);
  const mailingId = await openMailing(context, tx, {
    systemId: from.systemId,
    purpose: kind,
    language,
    frame: from.frame,
    ...mails[kind][language],
    attachmentId: null,
    variables: { linkSystemId: from.systemId, systemTitle: from.title },
  });
  const variables = { firstName, lastName, email, aboutUserId, ...own };
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
<p>Le lien fonctionne pendant sept jours, et sa page demande votre mot de passe si vous en avez un. D’ici là, votre ancienne adresse reste celle de votre compte. Ensuite, vous ouvrirez vos sessions avec la nouvelle, et votre mot de passe restera le même.</p>
<p>Ce compte n’est pas le vôtre? Ne faites rien\u00a0: rien ne changera.</p>`,
    },
    en: {
      subject: 'Confirm your new address',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Your program has corrected the address of your account. The new one is {{email}}: please confirm that it is yours.</p>
<p><a href="{{confirmUrl}}">Confirm this address</a></p>
<p>The link works for seven days, and its page asks for your password if you have one. Until then, your account keeps its old address. After that you sign in with the new one, and your password stays the same.</p>
<p>Is this account not yours? Then there is nothing to do: nothing will change.</p>`,
    },
  },
  addressChanged: {
    fr: {
      subject: 'L’adresse de votre compte a changé',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>{{email}} n’est plus l’adresse de votre compte\u00a0: elle a été corrigée à la demande de votre programme. Les prochains courriels iront à la nouvelle, avec laquelle vous ouvrirez aussi vos sessions.</p>
<p>Vous n’attendiez pas ce changement? Écrivez tout de suite à votre programme. Si vous ne connaissez pas ce compte, il n’y a rien à faire\u00a0: vous ne recevrez plus de courriels à son sujet.</p>`,
    },
    en: {
      subject: 'The address of your account has changed',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>{{email}} is no longer the address of your account: it was corrected at the request of your program. From now on, email goes to the new address, and you sign in with it.</p>
<p>Were you not expecting this? Write to your program at once. If you do not know this account, there is nothing to do: you will get no more email from it.</p>`,
    },
  },
  ownAddress: {
    fr: {
      subject: 'Confirmez votre nouvelle adresse',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Vous avez demandé que {{email}} devienne l’adresse de votre compte. Confirmez-le\u00a0:</p>
<p><a href="{{confirmUrl}}">Confirmer cette adresse</a></p>
<p>Le lien fonctionne une seule fois, pendant sept jours, et sa page demande votre mot de passe. D’ici là, votre adresse actuelle reste celle de votre compte. Ensuite, toutes vos sessions prendront fin\u00a0: vous en ouvrirez une avec la nouvelle adresse et le même mot de passe.</p>
<p>Vous n’avez rien demandé? Ne faites rien\u00a0: rien ne changera.</p>`,
    },
    en: {
      subject: 'Confirm your new address',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You asked for {{email}} to become the address of your account. Please confirm it:</p>
<p><a href="{{confirmUrl}}">Confirm this address</a></p>
<p>The link works once, for seven days, and its page asks for your password. Until then, your account keeps its present address. After that you are signed out everywhere, and sign in with the new address and the same password.</p>
<p>You asked for nothing? Then there is nothing to do: nothing will change.</p>`,
    },
  },
  ownAddressChanged: {
    fr: {
      subject: 'L’adresse de votre compte a changé',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>{{email}} n’est plus l’adresse de votre compte\u00a0: vous l’avez changée à la page «\u00a0Mon compte\u00a0», et la nouvelle est confirmée.</p>
<p>Ce n’était pas vous? Écrivez tout de suite à l’administration de votre programme, qui peut verrouiller le compte.</p>`,
    },
    en: {
      subject: 'The address of your account has changed',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>{{email}} is no longer the address of your account: you changed it on the page “My account”, and the new one is confirmed.</p>
<p>Was that not you? Write to the administrators of your program at once: they can lock the account.</p>`,
    },
  },
  addressWanted: {
    fr: {
      subject: 'Votre adresse a été demandée pour un autre compte',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Quelqu’un a voulu faire de {{email}} l’adresse d’un autre compte. Elle est celle du vôtre\u00a0: rien n’a changé, et rien ne changera.</p>
<p>C’était vous, avec un deuxième compte? Ouvrez plutôt votre session avec cette adresse, ou écrivez à votre programme pour n’en garder qu’un.</p>`,
    },
    en: {
      subject: 'Your address was asked for by another account',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Someone wanted to make {{email}} the address of another account. It is the address of yours: nothing has changed, and nothing will.</p>
<p>Was it you, with a second account? Sign in with this address instead, or write to your program to keep only one.</p>`,
    },
  },
};
