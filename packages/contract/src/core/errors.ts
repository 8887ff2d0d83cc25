import * as z from 'zod/mini';
import { factorErrors } from './errors.factors.ts';
import { requestErrors } from './errors.requests.ts';
import { uploadErrors } from './errors.uploads.ts';

interface ErrorText {
  readonly status: number;
  readonly fr: string;
  readonly en: string;
}

/** Every error code, with its HTTP status and its two texts. `{name}` marks a parameter. */
export const errors = {
  ...requestErrors,
  ...factorErrors,
  'path.notFound': { status: 404, fr: 'Cette adresse n’existe pas.', en: 'This address does not exist.' },
  'session.missing': {
    status: 401,
    fr: 'Votre session a pris fin. Ouvrez une session de nouveau.',
    en: 'Your session has ended. Sign in again.',
  },
  'session.notFound': {
    status: 404,
    fr: 'Cette session n’est pas la vôtre, ou elle a déjà pris fin.',
    en: 'This session is not yours, or it has already ended.',
  },
  'session.windowShut': {
    status: 401,
    fr: 'Cette fenêtre ne s’ouvre qu’une fois, depuis la page où vous avez cliqué. Fermez-la, retournez à cette page et cliquez de nouveau.',
    en: 'This window opens only once, from the page where you clicked. Close it, go back to that page and click again.',
  },
  'session.refreshRefused': {
    status: 401,
    fr: 'Votre session ne peut pas être prolongée. Ouvrez une session de nouveau.',
    en: 'Your session cannot be extended. Sign in again.',
  },
  'session.impersonating': {
    status: 403,
    fr: 'Vous agissez au nom d’une autre personne, et ceci ne se fait qu’en votre propre nom. Terminez d’abord, puis recommencez.',
    en: 'You are acting as another person, and this can only be done as yourself. End that first, then try again.',
  },
  'session.notImpersonable': {
    status: 403,
    fr: 'On ne peut agir ni en son propre nom, ni au nom d’un super administrateur ou d’une personne qui ne peut pas ouvrir de session.',
    en: 'Nobody can act as themselves, as a super administrator, or as a person who cannot sign in.',
  },
  'handOff.refused': {
    status: 403,
    fr: 'Ce jeton ne vaut rien ici : il a déjà servi, il est périmé ou il a été fait pour un autre site.',
    en: 'This token is worth nothing here: it was used before, is out of date, or was made for another site.',
  },
  'access.denied': {
    status: 403,
    fr: 'Vous n’avez pas le droit de faire cela dans ce système.',
    en: 'You are not allowed to do this in this system.',
  },
  'system.notFound': { status: 404, fr: 'Ce système n’existe pas.', en: 'This system does not exist.' },
  'cohort.notFound': {
    status: 404,
    fr: 'Cette cohorte n’existe pas dans ce système, ou elle a été désactivée.',
    en: 'This cohort does not exist in this system, or it has been deactivated.',
  },
  'user.notFound': { status: 404, fr: 'Cette personne est introuvable.', en: 'This person cannot be found.' },
  'user.alreadyExists': {
    status: 400,
    // S8.5: this exact wording, in both languages.
    fr: 'User {email} already exist',
    en: 'User {email} already exist',
  },
  'user.outOfReach': {
    status: 403,
    fr: 'Cette personne a aussi des droits que vous n’avez pas. Demandez à un super administrateur.',
    en: 'This person also holds rights that you do not have. Ask a super administrator.',
  },
  'user.yourself': {
    status: 403,
    fr: 'Vous ne pouvez pas faire cela pour votre propre compte.',
    en: 'You cannot do this to your own account.',
  },
  'user.lastSuperAdmin': {
    status: 409,
    fr: 'C’est le dernier super administrateur actif. Nommez-en un autre d’abord.',
    en: 'This is the last active super administrator. Appoint another one first.',
  },
  'user.inOtherSystems': {
    status: 409,
    fr: 'Cette personne a encore un rôle ailleurs : {systems}. Le compte ne peut pas être supprimé.',
    en: 'This person still has a role elsewhere: {systems}. The account cannot be deleted.',
  },
  'user.stillEnrolled': {
    status: 409,
    fr: 'Cette personne est encore inscrite à une cohorte de ce système. Désinscrivez-la d’abord.',
    en: 'This person is still enrolled in a cohort of this system. Unenrol that person first.',
  },
  'role.notYours': {
    status: 403,
    fr: 'Vous ne pouvez pas donner ce rôle : {role}.',
    en: 'You cannot give this role: {role}.',
  },
  'cohort.cancelled': {
    status: 409,
    fr: 'Cet examen est annulé\u00a0: personne n’y entre, et aucun courriel ne part à son sujet.',
    en: 'This exam has been cancelled: nobody can enter it, and no e-mail about it goes out.',
  },
  'cohort.examAhead': {
    status: 409,
    fr: 'L’examen n’a pas encore eu lieu. Attestez la réussite à partir du jour de l’examen.',
    en: 'The exam has not taken place yet. Attest success from the day of the exam on.',
  },
  'mail.notFound': { status: 404, fr: 'Ce courriel est introuvable.', en: 'This e-mail cannot be found.' },
  'mail.notRetryable': {
    status: 409,
    fr: 'Ce courriel est déjà parti ou attend déjà son tour.',
    en: 'This e-mail has already left or is already waiting its turn.',
  },
  'import.notFound': {
    status: 404,
    fr: 'Cette importation est introuvable.',
    en: 'This import cannot be found.',
  },
  'import.watchedEnough': {
    status: 429,
    fr: 'Vous suivez déjà {most} importations. Fermez une autre page, puis réessayez.',
    en: 'You are already following {most} imports. Close another page, then try again.',
  },
  'import.idReused': {
    status: 409,
    fr: 'Ce numéro d’importation a déjà servi pour un autre fichier ou une autre cohorte. Rechargez la page.',
    en: 'This import number was already used for another file or cohort. Reload the page.',
  },
  'import.problems': {
    status: 422,
    fr: 'Le fichier contient des anomalies; rien n’a été importé. Corrigez les lignes indiquées et recommencez.',
    en: 'The file has problems; nothing was imported. Correct the lines named and try again.',
  },
  'account.passwordDue': {
    status: 403,
    fr: 'Votre mot de passe vous est venu par courriel. Remplacez-le pour continuer.',
    en: 'Your password came to you in an e-mail. Replace it to go on.',
  },
  'account.passwordAlreadyChosen': {
    status: 403,
    fr: 'Un mot de passe a déjà été choisi pour ce compte. Utilisez « Changer le mot de passe ».',
    en: 'A password has already been chosen for this account. Use “Change password”.',
  },
  'learning.refused': {
    status: 502,
    fr: 'La plateforme d’apprentissage ne répond pas. Réessayez dans quelques minutes.',
    en: 'The learning platform does not answer. Try again in a few minutes.',
  },
  'message.unknownPlaceholder': {
    status: 400,
    fr: 'Ce champ de fusion n’existe pas : {name}. Corrigez-le ou retirez-le.',
    en: 'This placeholder does not exist: {name}. Correct it or remove it.',
  },
  'message.empty': {
    status: 409,
    fr: 'Ce message n’a pas encore d’objet ou de texte. Écrivez-le et enregistrez-le d’abord.',
    en: 'This message has no subject or no text yet. Write it and save it first.',
  },
  'text.tooIntricate': {
    status: 422,
    fr: 'Ce texte est trop compliqué pour un courriel : il peut compter {tags} balises, imbriquées sur {depth} niveaux au plus. Ouvrez-le, retirez-en la mise en forme, puis enregistrez-le de nouveau.',
    en: 'This text is too intricate for an e-mail: it can hold {tags} tags, nested at most {depth} deep. Open it, clear its formatting, then save it again.',
  },
  'version.notFound': {
    status: 404,
    fr: 'Cette version n’existe pas, ou n’est plus gardée.',
    en: 'This version does not exist, or is no longer kept.',
  },
  'content.labelNeeded': {
    status: 409,
    fr: 'Cette étiquette sert à la page de connexion. Vous pouvez vider ses textes, mais pas la retirer.',
    en: 'This label is used by the sign-in page. You can empty its texts, but not remove it.',
  },
  ...uploadErrors,
  busy: {
    status: 503,
    fr: 'Le service est très sollicité, ou quelqu’un d’autre écrit au même endroit. Rien n’a été enregistré; réessayez dans un moment.',
    en: 'The service is very busy, or somebody else is writing in the same place. Nothing was saved; try again in a moment.',
  },
  'service.starting': {
    status: 503,
    fr: 'Le portail démarre. Réessayez dans quelques secondes.',
    en: 'The portal is starting. Try again in a few seconds.',
  },
  'database.unavailable': {
    status: 503,
    fr: 'La base de données ne répond pas pour le moment. Rien n’a été enregistré; réessayez dans quelques secondes.',
    en: 'The database does not answer right now. Nothing was saved; try again in a few seconds.',
  },
  'database.outcomeUnknown': {
    status: 503,
    fr: 'La base de données a fait défaut pendant l’enregistrement, et nul ne sait encore s’il a abouti. Rechargez la page dans un moment et vérifiez avant de recommencer.',
    en: 'The database failed while saving, and nobody can tell yet whether it went through. Reload the page in a moment and check before doing it again.',
  },
  'database.full': {
    status: 507,
    fr: 'Le disque du serveur est plein. Rien n’a été enregistré; prévenez la personne qui administre le serveur.',
    en: 'The disk of the server is full. Nothing was saved; tell whoever runs the server.',
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
