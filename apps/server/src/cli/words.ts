import type { Language } from '@guichet/contract/core/language';
import { importWords } from './importWords.ts';
import { outgoingWords } from './outgoingWords.ts';

/** Everything that the command line says by itself, in both languages; `{name}` marks a parameter. */
const words = {
  ...outgoingWords,
  backupDone: {
    fr: 'Sauvegarde terminée : {path} ({size} Mo, {seconds} s).',
    en: 'Backup done: {path} ({size} MB, {seconds} s).',
  },
  backupWaited: {
    fr: 'Le serveur a fait attendre les autres pendant {seconds} s.',
    en: 'The server kept others waiting for {seconds} s.',
  },
  backupHoldsKey: {
    fr: 'ATTENTION : ce fichier contient toutes les données et la clé secrète de cette installation. Gardez-le comme un mot de passe.',
    en: 'CAUTION: this file holds all data and the secret key of this installation. Keep it like a password.',
  },
  backupWithoutKey: {
    fr: 'ATTENTION : ce fichier contient toutes les données. La clé n’y est pas : pour restaurer, il faudra le même SECRET_KEY; gardez-le ailleurs.',
    en: 'CAUTION: this file holds all data. The key is not in it: to restore, the same SECRET_KEY is needed; keep it elsewhere.',
  },
  backupExists: {
    fr: '{path} existe déjà : choisissez un autre nom, ou déplacez ce fichier.',
    en: '{path} is there already: choose another name, or move that file away.',
  },
  nothingThere: {
    fr: 'Il n’y a pas de base de données dans {folder}.',
    en: 'There is no database in {folder}.',
  },
  diskTooSmall: {
    fr: 'Il reste {free} Mo sur le disque de {folder}; il en faut {needed}.',
    en: '{free} MB are left on the disk of {folder}; {needed} are needed.',
  },
  restoreChecked: {
    fr: 'Le fichier est entier : sauvegarde du {madeAt}.',
    en: 'The file is whole: a backup of {madeAt}.',
  },
  restoreRows: { fr: '{rows} lignes restaurées…', en: '{rows} rows restored…' },
  restoreDone: {
    fr: 'Restauration terminée : {rows} lignes, {seconds} s. Démarrez le portail.',
    en: 'Restored: {rows} rows, {seconds} s. Start the portal.',
  },
  ...importWords,
  serverRuns: {
    fr: 'Un serveur se sert de cette base de données : arrêtez-le d’abord.',
    en: 'A server is using this database: stop it first.',
  },
  keyDiffers: {
    fr: 'La sauvegarde a été faite avec une autre clé : donnez à SECRET_KEY la valeur de l’installation d’origine.',
    en: 'The backup was made with another key: set SECRET_KEY to that of the installation that it was made of.',
  },
  keyFileDiffers: {
    fr: '{path} contient une autre clé que la sauvegarde : donnez --replace pour la remplacer aussi.',
    en: '{path} holds another key than the backup: give --replace to put the backup’s in its place as well.',
  },
  keyMissing: {
    fr: 'La sauvegarde ne contient pas sa clé : mettez SECRET_KEY à celle de l’installation d’origine.',
    en: 'The backup does not hold its key: set SECRET_KEY to that of the installation that it was made of.',
  },
  serverSilent: {
    fr: 'Le serveur qui se sert de la base de données ne répond pas : {reason}.',
    en: 'The server that uses the database does not answer: {reason}.',
  },
  notMigrated: {
    fr: 'La base de données n’est pas à jour pour ce programme : démarrez d’abord le portail.',
    en: 'The database is not up to date for this program: start the portal first.',
  },
  unknownCommand: {
    fr: 'Commande inconnue : {name}. Voyez guichet help.',
    en: 'Unknown command: {name}. See guichet help.',
  },
  unknownOption: {
    fr: '{problem}. Voyez guichet {command} --help.',
    en: '{problem}. See guichet {command} --help.',
  },
  argumentMissing: {
    fr: 'Il manque {what}. Voyez guichet {command} --help.',
    en: '{what} is missing. See guichet {command} --help.',
  },
  notAnAddress: { fr: '« {email} » n’est pas une adresse.', en: '"{email}" is not an address.' },
  askPassword: { fr: 'Mot de passe : ', en: 'Password: ' },
  weakPassword: {
    fr: 'Il faut de 8 à 25 caractères, dont une majuscule, une minuscule, un chiffre et un de ! @ # $ % ^ & * _.',
    en: 'It takes 8 to 25 characters, with an upper-case and a lower-case letter, a digit and one of ! @ # $ % ^ & * _.',
  },
  adminMade: { fr: 'Super administrateur créé : {email}.', en: 'Super administrator made: {email}.' },
  adminRescued: {
    fr: '{email} a de nouveau accès : second facteur retiré, sessions terminées.',
    en: '{email} has access again: second factor taken away, sessions ended.',
  },
  drawnPassword: {
    fr: 'Mot de passe provisoire, affiché cette seule fois : {password}',
    en: 'Password to begin with, shown this once: {password}',
  },
  doctorSettings: { fr: 'Réglages', en: 'Settings' },
  doctorDefault: { fr: 'par défaut', en: 'default' },
  doctorChecks: { fr: 'Vérifications', en: 'Checks' },
  doctorWell: {
    fr: 'Rien n’empêche le portail de fonctionner.',
    en: 'Nothing keeps the portal from working.',
  },
  doctorIll: {
    fr: 'Le portail ne peut pas bien fonctionner ainsi.',
    en: 'The portal cannot work well like this.',
  },
  node: { fr: 'Node {version}', en: 'Node {version}' },
  notEncrypted: {
    fr: 'PUBLIC_URL est {publicUrl}, sans chiffrement',
    en: 'PUBLIC_URL is {publicUrl}, without encryption',
  },
  notEncryptedAdvice: {
    fr: 'placez devant le portail un serveur mandataire qui parle TLS',
    en: 'put a proxy that speaks TLS in front of the portal',
  },
  folderWritable: { fr: 'DATA_DIR accepte l’écriture : {folder}', en: 'DATA_DIR can be written: {folder}' },
  folderShut: {
    fr: 'DATA_DIR refuse l’écriture : {folder} ({code})',
    en: 'DATA_DIR cannot be written: {folder} ({code})',
  },
  folderShutAdvice: {
    fr: 'donnez ce dossier à la personne sous laquelle le portail tourne',
    en: 'give this folder to whom the portal runs as',
  },
  diskFree: {
    fr: '{free} Mo libres sur le disque de {folder}',
    en: '{free} MB free on the disk of {folder}',
  },
  diskAdvice: { fr: 'libérez de l’espace', en: 'make room' },
  noMailServer: {
    fr: 'Pas de SMTP_URL : les courriels deviennent des fichiers',
    en: 'No SMTP_URL: mails become files',
  },
  noMailServerAdvice: { fr: 'donnez SMTP_URL pour qu’ils partent', en: 'set SMTP_URL to have them sent' },
  mailServer: {
    fr: 'Le serveur de messagerie {host} accepte le portail',
    en: 'The mail server {host} takes the portal',
  },
  mailServerShut: {
    fr: 'Le serveur de messagerie {host} ne prendrait aucun courriel',
    en: 'The mail server {host} would take no mail',
  },
  noAnswer: { fr: 'aucune réponse', en: 'no answer' },
  learningBuiltin: {
    fr: 'Plateforme d’apprentissage : celle du portail',
    en: 'Learning platform: the built-in one',
  },
  embedded: { fr: 'la base de données intégrée dans {folder}', en: 'the embedded database in {folder}' },
  notThereYet: { fr: 'Pas encore là : {place}', en: 'Not there yet: {place}' },
  startOnce: { fr: 'démarrez le portail', en: 'start the portal' },
  databaseShut: { fr: 'Ne répond pas : {place}', en: 'Does not answer: {place}' },
  databaseAnswers: {
    fr: 'Répond : {place}, version {version}, {size} Mo',
    en: 'Answers: {place}, version {version}, {size} MB',
  },
  migrated: { fr: 'Toutes les migrations sont faites', en: 'All migrations are done' },
  migrationsMissing: { fr: 'Migrations à faire : {names}', en: 'Migrations to be done: {names}' },
  clockAgrees: {
    fr: 'L’horloge s’accorde avec celle de la base de données ({seconds} s)',
    en: 'The clock agrees with that of the database ({seconds} s)',
  },
  clockDiffers: {
    fr: 'L’horloge s’écarte de {seconds} s de celle de la base de données',
    en: 'The clock is {seconds} s apart from that of the database',
  },
  clockAdvice: { fr: 'réglez les deux par NTP', en: 'set both by NTP' },
  sameKey: { fr: 'La clé est celle de cette base de données', en: 'The key is that of this database' },
  noKeyYet: { fr: 'La base de données n’a encore aucune clé', en: 'The database goes by no key yet' },
  otherKey: {
    fr: 'La clé n’est pas celle de cette base de données',
    en: 'The key is not that of this database',
  },
  otherKeyAdvice: {
    fr: 'remettez le bon SECRET_KEY ou le bon secret.key dans DATA_DIR',
    en: 'put the right SECRET_KEY, or the right secret.key in DATA_DIR, back',
  },
  usage: { fr: 'Emploi', en: 'Usage' },
  bug: {
    fr: 'Une erreur est survenue de notre côté : {message}',
    en: 'Something went wrong on our side: {message}',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type Word = keyof typeof words;

export function wordsIn(language: Language) {
  return (word: Word, params: Readonly<Record<string, string | number>> = {}): string =>
    words[word][language].replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark));
}
