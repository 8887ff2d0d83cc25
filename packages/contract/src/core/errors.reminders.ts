/** Errors of reminders about an exam. Part of the table in `errors.ts`. */
export const reminderErrors = {
  'reminder.nobody': {
    status: 409,
    fr: 'Il n’y a personne à qui envoyer un rappel\u00a0: tout le monde a déjà ouvert une session, a reçu un rappel depuis moins de 24 heures ou attend encore un courriel.',
    en: 'There is no one to remind: everyone has signed in, was reminded less than 24 hours ago, or has an email on its way.',
  },
  'reminder.examOver': {
    status: 409,
    fr: 'L’examen est passé. Aucun rappel n’est envoyé après le jour de l’examen.',
    en: 'The exam is over. No reminder is sent after exam day.',
  },
  'reminder.alreadyPlanned': {
    status: 409,
    fr: 'Un rappel est déjà prévu à cette heure.',
    en: 'A reminder is already planned for that hour.',
  },
  'reminder.notFound': {
    status: 404,
    fr: 'Ce rappel est introuvable.',
    en: 'This reminder cannot be found.',
  },
  'reminder.alreadySent': {
    status: 409,
    fr: 'Ce rappel a déjà été envoyé.',
    en: 'This reminder has already been sent.',
  },
} as const;
