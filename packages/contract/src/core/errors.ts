import * as z from 'zod/mini';
import { candidateErrors } from './errors.candidate.ts';
import { factorErrors } from './errors.factors.ts';
import { mailErrors } from './errors.mails.ts';
import { platformErrors } from './errors.platforms.ts';
import { reminderErrors } from './errors.reminders.ts';
import { requestErrors } from './errors.requests.ts';
import { roleErrors } from './errors.roles.ts';
import { uploadErrors } from './errors.uploads.ts';

interface ErrorText {
  readonly status: number;
  readonly fr: string;
  readonly en: string;
}

/** Every error code, with its HTTP status and its text in both languages. `{name}` marks a parameter. */
export const errors = {
  ...requestErrors,
  ...factorErrors,
  ...candidateErrors,
  ...platformErrors,
  ...roleErrors,
  'path.notFound': { status: 404, fr: 'Cette adresse n’existe pas.', en: 'This address does not exist.' },
  'session.missing': {
    status: 401,
    fr: 'Votre session a pris fin. Ouvrez une nouvelle session.',
    en: 'Your session has ended. Sign in again.',
  },
  'session.notFound': {
    status: 404,
    fr: 'Cette session n’est pas la vôtre ou a déjà pris fin.',
    en: 'This session is not yours, or it has already ended.',
  },
  'session.windowShut': {
    status: 401,
    fr: 'Cette fenêtre ne s’ouvre qu’une fois, depuis la page où vous avez cliqué. Fermez-la, retournez à cette page et cliquez de nouveau.',
    en: 'This window opens only once, from the page where you clicked. Close it, go back to that page and click again.',
  },
  'session.refreshRefused': {
    status: 401,
    fr: 'Votre session ne peut pas être prolongée. Ouvrez une nouvelle session.',
    en: 'Your session cannot be extended. Sign in again.',
  },
  'session.impersonating': {
    status: 403,
    fr: 'Vous agissez au nom d’une autre personne, et cette opération ne peut se faire qu’en votre nom. Cessez d’abord d’agir pour elle, puis recommencez.',
    en: 'You are acting as another person, and this can only be done as yourself. Stop acting as that person first, then try again.',
  },
  'session.notImpersonable': {
    status: 403,
    fr: 'Vous ne pouvez agir ni en votre propre nom, ni pour une personne de la superadministration ou une personne qui ne peut pas ouvrir de session.',
    en: 'You cannot act as yourself, as a super administrator, or as a person who cannot sign in.',
  },
  'handOff.refused': {
    status: 403,
    fr: 'Ce jeton n’est pas valide ici : il a déjà été utilisé, il est expiré ou il est destiné à un autre site. Ouvrez une nouvelle session.',
    en: 'This token is not valid here: it has already been used, has expired, or is meant for another site. Sign in again.',
  },
  'access.denied': {
    status: 403,
    fr: 'Vous n’avez pas l’autorisation de faire cette opération dans ce système.',
    en: 'You do not have permission to do this in this system.',
  },
  'system.notFound': { status: 404, fr: 'Ce système n’existe pas.', en: 'This system does not exist.' },
  'exam.notFound': {
    status: 404,
    fr: 'Cet examen n’existe pas dans ce système, ou il a été annulé.',
    en: 'This exam does not exist in this system, or it has been cancelled.',
  },
  'user.notFound': { status: 404, fr: 'Cette personne est introuvable.', en: 'This person cannot be found.' },
  'user.alreadyExists': {
    status: 400,
    // S8.5 demands this exact wording, in both languages.
    fr: 'User {email} already exist',
    en: 'User {email} already exist',
  },
  'user.outOfReach': {
    status: 403,
    fr: 'Cette personne a aussi des droits que vous n’avez pas. Adressez-vous à la superadministration.',
    en: 'This person also has rights that you do not have. Ask a super administrator.',
  },
  'user.yourself': {
    status: 403,
    fr: 'Vous ne pouvez pas faire cette opération sur votre propre compte.',
    en: 'You cannot do this to your own account.',
  },
  'user.lastSuperAdmin': {
    status: 409,
    fr: 'C’est le dernier compte actif de superadministration. Désignez-en d’abord un autre.',
    en: 'This is the last active super administrator. Assign another one first.',
  },
  'user.inOtherSystems': {
    status: 409,
    fr: 'Cette personne a encore un rôle ailleurs : {systems}. Le compte ne peut pas être supprimé.',
    en: 'This person still has a role elsewhere: {systems}. The account cannot be deleted.',
  },
  'user.stillEnrolled': {
    status: 409,
    fr: 'Cette personne est encore inscrite à un examen de ce système. Désinscrivez-la d’abord.',
    en: 'This person is still enrolled in an exam of this system. Unenrol the person first.',
  },
  'exam.cancelled': {
    status: 409,
    fr: 'Cet examen est annulé\u00a0: personne ne peut le passer, et aucun courriel n’est envoyé à son sujet.',
    en: 'This exam has been cancelled: no one can take it, and no email about it is sent.',
  },
  'exam.examAhead': {
    status: 409,
    fr: 'L’examen n’a pas encore eu lieu. Accordez l’attestation à partir du jour de l’examen.',
    en: 'The exam has not taken place yet. Grant the attestation on or after exam day.',
  },
  ...mailErrors,
  ...reminderErrors,
  'import.notFound': {
    status: 404,
    fr: 'Cette importation est introuvable.',
    en: 'This import cannot be found.',
  },
  'import.undoTooLate': {
    status: 409,
    fr: 'Cette importation ne peut plus être annulée\u00a0: son examen a eu lieu, ou elle date de plus de {days} jours.',
    en: 'This import can no longer be undone: its exam has taken place, or it is more than {days} days old.',
  },
  'import.undoUnrecorded': {
    status: 409,
    fr: 'Cette importation est trop ancienne pour être annulée\u00a0: ce qu’elle a créé n’était pas encore consigné.',
    en: 'This import is too old to be undone: what it created was not recorded yet.',
  },
  'import.watchedEnough': {
    status: 429,
    fr: 'Vous suivez déjà {most} importations. Fermez une autre page, puis réessayez.',
    en: 'You are already following {most} imports. Close another page, then try again.',
  },
  'import.idReused': {
    status: 409,
    fr: 'Ce numéro d’importation a déjà été utilisé pour un autre fichier ou un autre examen. Rechargez la page.',
    en: 'This import number was already used for another file or exam. Reload the page.',
  },
  'import.problems': {
    status: 422,
    fr: 'Le fichier contient des anomalies; rien n’a été importé. Corrigez les lignes indiquées et recommencez.',
    en: 'The file has problems; nothing was imported. Correct the lines listed and try again.',
  },
  'account.passwordDue': {
    status: 403,
    fr: 'Votre mot de passe vous a été envoyé par courriel. Remplacez-le pour continuer.',
    en: 'Your password was sent to you by email. Replace it to continue.',
  },
  'account.passwordAlreadyChosen': {
    status: 403,
    fr: 'Un mot de passe a déjà été choisi pour ce compte. Utilisez « Changer le mot de passe ».',
    en: 'A password has already been chosen for this account. Use “Change password”.',
  },
  'message.unknownPlaceholder': {
    status: 400,
    fr: 'Ce champ de fusion n’existe pas : {name}. Corrigez-le ou retirez-le.',
    en: 'This placeholder does not exist: {name}. Correct it or remove it.',
  },
  'message.wrappedSecret': {
    status: 400,
    fr: 'Le champ « {name} » ouvre un compte : laissez-le seul, avec une espace ou un saut de ligne de chaque côté, ou comme adresse complète d’un lien. Rien d’autre ne peut le toucher.',
    en: 'The placeholder “{name}” opens an account: leave it alone, with a space or a line break on each side, or as the whole address of a link. Nothing else may touch it.',
  },
  'message.empty': {
    status: 409,
    fr: 'Ce message n’a pas encore d’objet ou de texte. Écrivez-le et enregistrez-le d’abord.',
    en: 'This message has no subject or no text yet. Write it and save it first.',
  },
  'text.tooIntricate': {
    status: 422,
    fr: 'La mise en forme de ce texte est trop complexe pour un courriel : il peut compter {tags} balises, imbriquées sur {depth} niveaux au plus. Effacez la mise en forme, puis enregistrez le texte de nouveau.',
    en: 'The formatting of this text is too complex for an email: it can have {tags} tags, nested at most {depth} deep. Clear the formatting, then save the text again.',
  },
  'version.notFound': {
    status: 404,
    fr: 'Cette version n’existe pas ou n’est plus conservée.',
    en: 'This version does not exist, or is no longer kept.',
  },
  'content.labelNeeded': {
    status: 409,
    fr: 'Cette étiquette est utilisée par la page d’ouverture de session. Vous pouvez en vider les textes, mais pas la retirer.',
    en: 'This label is used by the sign-in page. You can empty its texts, but you cannot remove it.',
  },
  ...uploadErrors,
  busy: {
    status: 503,
    fr: 'Le service est très occupé, ou une autre personne modifie les mêmes données. Rien n’a été enregistré; réessayez dans un moment.',
    en: 'The service is very busy, or someone else is changing the same data. Nothing was saved; try again in a moment.',
  },
  'service.starting': {
    status: 503,
    fr: 'Le portail démarre. Réessayez dans quelques secondes.',
    en: 'The portal is starting. Try again in a few seconds.',
  },
  'database.unavailable': {
    status: 503,
    fr: 'La base de données ne répond pas en ce moment. Rien n’a été enregistré; réessayez dans quelques secondes.',
    en: 'The database is not responding right now. Nothing was saved; try again in a few seconds.',
  },
  'database.outcomeUnknown': {
    status: 503,
    fr: 'La base de données a cessé de répondre pendant l’enregistrement, et nous ne pouvons pas encore confirmer s’il a réussi. Rechargez la page dans un moment et vérifiez avant de recommencer.',
    en: 'The database stopped responding while saving, and we cannot confirm yet whether it succeeded. Reload the page in a moment and check before trying again.',
  },
  'database.full': {
    status: 507,
    fr: 'Le disque du serveur est plein. Rien n’a été enregistré; avisez la personne qui exploite le portail.',
    en: 'The server’s disk is full. Nothing was saved; notify the person who runs the portal.',
  },
  internal: {
    status: 500,
    fr: 'Une erreur est survenue de notre côté. Rien n’a été perdu; réessayez. Numéro à nous donner : {requestId}.',
    en: 'Something went wrong on our side. Nothing was lost; try again. Number to give us: {requestId}.',
  },
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof errors;
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A rejected field: its path and the message key of S5 (`required`, `email`, …). */
export const FieldFault = z.object({ path: z.string(), messageKey: z.string() });
export type FieldFault = z.infer<typeof FieldFault>;

/** The body of every error reply (RFC 9457, readings §3). */
export const Problem = z.object({
  type: z.literal('about:blank'),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  errors: z.optional(z.array(FieldFault)),
});
export type Problem = z.infer<typeof Problem>;

/** Replaces `{name}` marks by parameters; a mark without a parameter stays. */
export function fillParams(text: string, params: ErrorParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark));
}
