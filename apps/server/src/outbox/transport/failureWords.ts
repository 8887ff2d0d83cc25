import type { Language } from '@guichet/contract/core/language';

/** Reasons why a mail was not sent, by their stored code. */
const words = {
  serverUnreachable: {
    fr: 'Le serveur de messagerie ne répond pas. L’envoi reprendra de lui-même.',
    en: 'The mail server does not answer. Sending will resume by itself.',
  },
  serverSilent: {
    fr: 'Le serveur de messagerie prend la connexion, mais tarde à répondre. L’envoi reprendra de lui-même.',
    en: 'The mail server takes the connection but is slow to answer. Sending will resume by itself.',
  },
  serverRefusesUs: {
    fr: 'Le serveur de messagerie refuse la connexion du portail. Son réglage est à vérifier.',
    en: 'The mail server refuses the portal’s connection. Its settings need checking.',
  },
  folderNotWritable: {
    fr: 'Le dossier des courriels ne peut pas être écrit. L’espace disque et les droits sont à vérifier.',
    en: 'The mail folder cannot be written. Disk space and permissions need checking.',
  },
  connectionLost: {
    fr: 'La connexion au serveur de messagerie s’est coupée pendant l’envoi.',
    en: 'The connection to the mail server broke while the mail was being sent.',
  },
  deferred: {
    fr: 'Le serveur de messagerie demande de réessayer plus tard.',
    en: 'The mail server asks to try again later.',
  },
  senderRefused: {
    fr: 'Le serveur de messagerie refuse l’adresse de l’expéditeur. Ce n’est pas la faute du destinataire.',
    en: 'The mail server refuses the sender’s address. The recipient is not at fault.',
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
    en: 'The mail server refuses the content of the mail.',
  },
  notComposable: {
    fr: 'Le courriel n’a pas pu être composé. Signalez-le au soutien technique.',
    en: 'The mail could not be put together. Report it to technical support.',
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
