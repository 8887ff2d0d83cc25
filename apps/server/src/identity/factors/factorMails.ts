import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { enqueueMail, openMailing } from '../../mail/outbox/outbox.service.ts';
import type { Account } from '../users/users.service.ts';

/** Mails a person about a change of their factors. */
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
    frame: null,
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
  | 'factorsReset'
  | 'factorsEnded';

type Said = readonly [subject: string, sentence: string];

const said: Record<Language, Record<FactorMailKind, Said>> = {
  fr: {
    totpAdded: [
      'Une application d’authentification protège votre compte',
      'Une application d’authentification a été liée à votre compte {{email}}. Elle vous donnera un code pour chaque ouverture de session.',
    ],
    totpRemoved: [
      'L’application d’authentification a été retirée de votre compte',
      'L’application d’authentification a été retirée de votre compte {{email}}. Ses codes ne fonctionnent plus.',
    ],
    passkeyAdded: [
      'Une clé d’accès a été ajoutée à votre compte',
      'Une clé d’accès a été ajoutée à votre compte {{email}}. Elle permet d’ouvrir une session sans mot de passe.',
    ],
    passkeyRemoved: [
      'Une clé d’accès a été retirée de votre compte',
      'Une clé d’accès a été retirée de votre compte {{email}}. Elle ne permet plus d’ouvrir de session.',
    ],
    recoveryCodesMade: [
      'Vos nouveaux codes de récupération',
      'De nouveaux codes de récupération ont été générés pour votre compte {{email}}. Les précédents ne fonctionnent plus.',
    ],
    recoveryCodeUsed: [
      'Un code de récupération a été utilisé',
      'Une session de votre compte {{email}} a été ouverte avec un code de récupération. Ce code ne fonctionne plus.',
    ],
    factorsReset: [
      'La vérification en deux étapes de votre compte a été réinitialisée',
      'Les clés d’accès, l’application d’authentification et les codes de récupération de votre compte {{email}} ont été retirés par l’équipe du portail. Vos sessions ont pris fin; votre mot de passe suffit pour ouvrir la prochaine. Vous pourrez alors activer de nouveau la vérification en deux étapes.',
    ],
    factorsEnded: [
      'La vérification en deux étapes de votre compte est à activer de nouveau',
      'Vous avez choisi votre mot de passe par un lien reçu par courriel. Ce qui avait été activé auparavant, avec un mot de passe choisi par une autre personne, a été retiré de votre compte {{email}} par précaution\u00a0: clés d’accès, application d’authentification et codes de récupération. Vous pouvez activer de nouveau la vérification en deux étapes.',
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
      'Your new recovery codes',
      'New recovery codes have been generated for your account {{email}}. The earlier ones no longer work.',
    ],
    recoveryCodeUsed: [
      'A recovery code has been used',
      'Someone signed in to your account {{email}} with a recovery code. That code no longer works.',
    ],
    factorsReset: [
      'Two-step verification of your account has been reset',
      'The portal team has removed the passkeys, the authenticator app and the recovery codes from your account {{email}}. Your sessions have ended; your password alone will open the next one. You can then set up two-step verification again.',
    ],
    factorsEnded: [
      'Two-step verification of your account has to be set up again',
      'You have chosen your password through a link sent to you by email. What had been set up before, under a password that someone else chose, has been removed from your account {{email}} as a precaution: passkeys, authenticator app and recovery codes. You can set up two-step verification again.',
    ],
  },
};

const around: Record<Language, { readonly hello: string; readonly notYou: string; readonly link: string }> = {
  fr: {
    hello: 'Bonjour {{firstName}} {{lastName}},',
    notYou:
      'Ce n’était pas vous? Changez votre mot de passe sans attendre, terminez vos autres sessions, puis écrivez au secrétariat de votre programme.',
    link: 'Aller à mon compte',
  },
  en: {
    hello: 'Hello {{firstName}} {{lastName}},',
    notYou:
      'Was this not you? Change your password right away, end your other sessions, then write to your program’s office.',
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
