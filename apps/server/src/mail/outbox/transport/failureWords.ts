import type { Language } from '@guichet/contract/core/language';

/** Reasons why a mail was not sent, by their stored code. */
const words = {
  serverUnreachable: {
    fr: 'Le serveur de messagerie ne répond pas. L’envoi reprendra automatiquement.',
    en: 'The mail server is not responding. Sending will resume automatically.',
  },
  noPublicAddress: {
    fr: 'L’adresse publique du portail n’est pas réglée (PUBLIC_URL) : les liens des courriels ne mèneraient nulle part. Les envois reprendront dès que votre service informatique l’aura réglée.',
    en: 'The public address of the portal is not set (PUBLIC_URL), so the links in emails would lead nowhere. Sending resumes as soon as your IT department has set it.',
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
  domainUnknown: {
    fr: 'Le domaine de cette adresse (ce qui suit l’arobas) n’existe pas ou ne reçoit pas de courriels. Vérifiez l’adresse auprès de la personne.',
    en: 'The domain of this address (the part after the @) does not exist or takes no mail. Check the address with the person.',
  },
  mailboxClosed: {
    fr: 'La boîte de cette adresse est fermée ou ne reçoit plus de courriels. Demandez une autre adresse à la personne.',
    en: 'The mailbox of this address is closed or takes no more mail. Ask the person for another address.',
  },
  mailboxFull: {
    fr: 'La boîte de cette personne est pleine. Renvoyez le courriel quand elle aura fait de la place, ou à une autre adresse.',
    en: 'This person’s mailbox is full. Send the email again once there is room, or to another address.',
  },
  refusedByPolicy: {
    fr: 'Le serveur de messagerie de cette personne refuse les courriels du portail (pourriels, règles de sécurité). Voyez-le avec votre service informatique.',
    en: 'This person’s mail server refuses mail from the portal (spam or security rules). Take it up with your IT department.',
  },
  recipientServerSilent: {
    fr: 'Le serveur de messagerie de cette personne n’a pas pris le courriel à temps. L’adresse existe peut-être; réessayez ou vérifiez-la.',
    en: 'This person’s mail server did not take the email in time. The address may exist; try again or check it.',
  },
  deliveryDelayed: {
    fr: 'Le serveur de messagerie de cette personne n’a pas pris le courriel tout de suite. Les essais continuent; s’ils échouent, le courriel sera indiqué comme non remis.',
    en: 'This person’s mail server did not take the email right away. Attempts continue; if they fail, the email will be shown as bounced.',
  },
  mailboxUnreachable: {
    fr: 'La boîte des avis de non-remise ne répond pas. La lecture reprendra automatiquement.',
    en: 'The mailbox of delivery reports is not responding. Reading will resume automatically.',
  },
  mailboxRefusesUs: {
    fr: 'La boîte des avis de non-remise refuse le portail. Vérifiez IMAP_URL.',
    en: 'The mailbox of delivery reports refuses the portal. Check IMAP_URL.',
  },
  examOver: {
    fr: 'L’examen a été déplacé avant l’heure prévue pour ce courriel, et il est déjà terminé\u00a0: le courriel ne part pas.',
    en: 'The exam was moved to before the hour scheduled for this email, and it is already over: the email is not sent.',
  },
  manyToOne: {
    fr: 'Cette personne a reçu en une heure autant de courriels qu’une personne peut en recevoir. Celui-ci partira de lui-même dans l’heure.',
    en: 'This person has received as many emails within an hour as one person may. This one leaves by itself within the hour.',
  },
  accountHandedOver: {
    fr: 'Le mot de passe ou l’adresse de cette personne vient de quelqu’un d’autre. Le courriel part dès que son compte est confirmé, ou que la personne choisit un mot de passe par un lien reçu par courriel.',
    en: 'The password or the address of this person comes from someone else. The email leaves once the account is confirmed, or the person has chosen a password through a mailed link.',
  },
  notComposable: {
    fr: 'Le courriel n’a pas pu être préparé. Signalez-le au soutien technique.',
    en: 'The email could not be prepared. Report it to technical support.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type FailureReason = keyof typeof words;
export const failureReasons = Object.keys(words) as FailureReason[];

const stored = new RegExp(`^(${failureReasons.join('|')})(?:: (.*))?$`, 's');

/** A stored failure in words for administrators: the portal's words, then the server's reply. */
export function failureWords(lastError: string | null, language: Language): string | null {
  if (lastError === null) return null;
  const [, reason, reply] = stored.exec(lastError) ?? [];
  if (!reason) return lastError;
  const plain: string = words[reason as FailureReason][language];
  return reply ? `${plain} (${reply})` : plain;
}
