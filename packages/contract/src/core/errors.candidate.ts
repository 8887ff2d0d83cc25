/** Errors of the candidate's own pages. Part of the table in `errors.ts`. */
export const candidateErrors = {
  'calendar.notFound': {
    status: 404,
    fr: 'Cette adresse d’agenda n’existe pas ou a été révoquée. Prenez la nouvelle sur la page Mes examens.',
    en: 'This calendar address does not exist or has been revoked. Find the new one on the My exams page.',
  },
  'correction.notFound': {
    status: 404,
    fr: 'Cette demande de correction n’existe pas dans vos programmes.',
    en: 'There is no such correction request in your programs.',
  },
  'correction.alreadyAnswered': {
    status: 409,
    fr: 'Une autre personne vient de répondre à cette demande. Rechargez la page pour voir sa réponse.',
    en: 'Someone else has just answered this request. Reload the page to see the answer.',
  },
} as const;
