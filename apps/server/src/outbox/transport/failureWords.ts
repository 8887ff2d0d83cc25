import type { Language } from '@guichet/contract/core/language';

/** Reasons why a mail was not sent, by their stored code. */
const words = {
  serverUnreachable: {
    fr: 'Le serveur de messagerie ne répond pas. L’envoi reprendra automatiquement.',
    en: 'The mail server is not responding. Sending will resume automatically.',
  },
  serverSilent: {
    fr: 'Le serveur de messagerie accepte la connexion, mais tarde à répondre. L’envoi reprendra automatiquement.',
    en: 'The mail server accepts the connection but is slow to respond. Sending will resume automatically.',
  },
  serverRefusesUs: {
    fr: 'Le serveur de messagerie refuse la connexion du portail. Vérifiez ses réglages.',
    en: 'The mail server refuses the portal’s connection. Check its settings.',
  },
  folderNotWritable: {
    fr: 'Impossible d’écrire dans le dossier des courriels. Vérifiez l’espace disque et les autorisations.',
    en: 'The mail folder cannot be written to. Check disk space and permissions.',
  },
  connectionLost: {
    fr: 'La connexion au serveur de messagerie a été coupée pendant l’envoi.',
    en: 'The connection to the mail server was lost while the email was being sent.',
  },
  deferred: {
    fr: 'Le serveur de messagerie demande de réessayer plus tard.',
    en: 'The mail server asks to try again later.',
  },
  senderRefused: {
    fr: 'Le serveur de messagerie refuse l’adresse de l’expéditeur. L’adresse du destinataire n’est pas en cause.',
    en: 'The mail server refuses the sender’s address. The recipient’s address is not the cause.',
  },
  mailboxUnknown: {
    fr: 'Cette adresse n’existe pas. Vérifiez-la auprès de la personne.',
    en: 'This address does not exist. Check it with the person.',
  },
  recipientRefused: {
    fr: 'Le serveur de messagerie refuse ce destinataire.',
    en: 'The mail server refuses this recipient.',
  },
  contentRefused: {
    fr: 'Le serveur de messagerie refuse le contenu du courriel.',
    en: 'The mail server refuses the content of the email.',
  },
  notComposable: {
    fr: 'Le courriel n’a pas pu être préparé. Signalez-le au soutien technique.',
    en: 'The email could not be prepared. Report it to technical support.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type FailureReason = keyof typeof words;
export const failureReasons = Object.keys(words) as FailureReason[];

const stored = new RegExp(`^(${failureReasons.join('|')})(?:: (.*))?$`, 's');

/** A stored failure as administrators read it: our words, then the server's reply. */
export function failureWords(lastError: string | null, language: Language): string | null {
  if (lastError === null) return null;
  const [, reason, reply] = stored.exec(lastError) ?? [];
  if (!reason) return lastError;
  const plain: string = words[reason as FailureReason][language];
  return reply ? `${plain} (${reply})` : plain;
}
