import type { Language } from '@guichet/contract/core/language';
import { enqueueMail, openMailing } from '../outbox/outbox.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Account } from '../users/users.service.ts';

/** Mails a person about a change of her factors; notify `outbox` after the commit. */
export async function queueFactorMail(
  context: AppContext,
  tx: WriteTx,
  account: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  kind: FactorMailKind,
): Promise<void> {
  const { id, email, firstName, lastName, language } = account;
  const mailingId = await openMailing(context, tx, {
    systemId: null,
    purpose: kind,
    language,
    from: null,
    ...factorMail(kind, language),
    attachmentId: null,
    variables: { linkSystemId: null },
  });
  const key = `${kind}:${context.clock.uuid()}`;
  const variables = { firstName, lastName, email };
  const mail = { mailingId, systemId: null, key, userId: id, variables, urgent: true };
  await enqueueMail(tx, mail, context.clock.now());
}

export type FactorMailKind =
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'factorsReset';

type Said = readonly [subject: string, sentence: string];

const said: Record<Language, Record<FactorMailKind, Said>> = {
  fr: {
    totpAdded: [
      'Une application d’authentification protège votre compte',
      'Une application d’authentification a été liée à votre compte {{email}}. Elle vous donnera un code à chaque ouverture de session.',
    ],
    totpRemoved: [
      'L’application d’authentification a été retirée de votre compte',
      'L’application d’authentification a été retirée de votre compte {{email}}. Ses codes ne servent plus.',
    ],
    passkeyAdded: [
      'Une clé d’accès a été ajoutée à votre compte',
      'Une clé d’accès a été ajoutée à votre compte {{email}}. Elle ouvre une session sans mot de passe.',
    ],
    passkeyRemoved: [
      'Une clé d’accès a été retirée de votre compte',
      'Une clé d’accès a été retirée de votre compte {{email}}. Elle n’ouvre plus de session.',
    ],
    recoveryCodesMade: [
      'De nouveaux codes de récupération',
      'De nouveaux codes de récupération ont été créés pour votre compte {{email}}. Les précédents ne servent plus.',
    ],
    recoveryCodeUsed: [
      'Un code de récupération a servi',
      'Une session de votre compte {{email}} a été ouverte avec un code de récupération. Ce code ne servira plus.',
    ],
    factorsReset: [
      'La vérification en deux étapes de votre compte a été réinitialisée',
      'Votre service a retiré les clés d’accès, l’application d’authentification et les codes de récupération de votre compte {{email}}. Vos sessions sont terminées; la prochaine s’ouvre avec votre mot de passe seul. Vous pourrez alors remettre en place la vérification en deux étapes.',
    ],
  },
  en: {
    totpAdded: [
      'An authenticator app protects your account',
      'An authenticator app has been linked to your account {{email}}. It will give you a code each time you sign in.',
    ],
    totpRemoved: [
      'The authenticator app has been removed from your account',
      'The authenticator app has been removed from your account {{email}}. Its codes no longer work.',
    ],
    passkeyAdded: [
      'A passkey has been added to your account',
      'A passkey has been added to your account {{email}}. It signs you in without a password.',
    ],
    passkeyRemoved: [
      'A passkey has been removed from your account',
      'A passkey has been removed from your account {{email}}. It no longer signs you in.',
    ],
    recoveryCodesMade: [
      'New recovery codes',
      'New recovery codes have been made for your account {{email}}. The earlier ones no longer work.',
    ],
    recoveryCodeUsed: [
      'A recovery code has been used',
      'Somebody signed in to your account {{email}} with a recovery code. That code will not work again.',
    ],
    factorsReset: [
      'Two-step verification of your account has been reset',
      'Your service has removed the passkeys, the authenticator app and the recovery codes from your account {{email}}. Your sessions have ended; the next one opens with your password alone. You can then set up two-step verification again.',
    ],
  },
};

const around: Record<Language, { readonly hello: string; readonly notYou: string; readonly link: string }> = {
  fr: {
    hello: 'Bonjour {{firstName}} {{lastName}},',
    notYou:
      'Vous n’y êtes pour rien? Changez tout de suite votre mot de passe, terminez vos autres sessions, puis écrivez à votre programme.',
    link: 'Aller à mon compte',
  },
  en: {
    hello: 'Hello {{firstName}} {{lastName}},',
    notYou:
      'Was it not you? Change your password at once, end your other sessions, then write to your programme.',
    link: 'Go to my account',
  },
};

/** Subject, and body as HTML with placeholders; contains no user input. */
export function factorMail(kind: FactorMailKind, language: Language): { subject: string; body: string } {
  const [subject, sentence] = said[language][kind];
  const { hello, notYou, link } = around[language];
  const body = [hello, sentence, notYou, `<a href="{{loginUrl}}">${link}</a>`];
  return { subject, body: body.map((paragraph) => `<p>${paragraph}</p>`).join('\n') };
}
