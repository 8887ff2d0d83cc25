/** Errors of malformed requests. Part of the table in `errors.ts`. */
export const requestErrors = {
  'request.invalid': {
    status: 400,
    fr: 'Des champs manquent ou ne sont pas valides. Corrigez-les et recommencez.',
    en: 'Some fields are missing or not valid. Correct them and try again.',
  },
  'request.unreadable': {
    status: 400,
    fr: 'La demande est illisible. Rechargez la page et recommencez.',
    en: 'The request could not be read. Reload the page and try again.',
  },
  'request.wrongType': {
    status: 415,
    fr: 'Ce type de contenu n’est pas accepté. Envoyez-en un autre.',
    en: 'This type of content is not accepted. Send another one.',
  },
  'request.tooLarge': {
    status: 413,
    fr: 'L’envoi est trop volumineux. La limite est de {limit} Mo.',
    en: 'The upload is too large. The limit is {limit} MB.',
  },
  'request.bodyTooLong': {
    status: 413,
    fr: 'La demande est trop longue. La limite est de {limit} ko. Raccourcissez les textes et recommencez.',
    en: 'The request is too long. The limit is {limit} KB. Shorten the texts and try again.',
  },
  'request.headersTooLarge': {
    status: 431,
    fr: 'Les en-têtes de la demande sont trop longs. Effacez les témoins de ce site et recommencez.',
    en: 'The request headers are too long. Clear this site’s cookies and try again.',
  },
  'request.tooSlow': {
    status: 408,
    fr: 'La demande a mis trop de temps à arriver. Recommencez.',
    en: 'The request took too long to arrive. Try again.',
  },
  'request.fileMissing': {
    status: 400,
    fr: 'Aucun fichier n’est joint. Choisissez un fichier et recommencez.',
    en: 'No file is attached. Choose a file and try again.',
  },
  'request.forged': {
    status: 403,
    fr: 'La demande ne provient pas de cette page. Rechargez la page et recommencez.',
    en: 'The request does not come from this page. Reload the page and try again.',
  },
  'request.tooMany': {
    status: 429,
    fr: 'Il y a eu trop de demandes en peu de temps. Attendez un moment et recommencez.',
    en: 'Too many requests in a short time. Wait a moment and try again.',
  },
  'view.tooMany': {
    status: 409,
    fr: 'Vous avez déjà 30 vues de cette liste. Supprimez-en une, ou remplacez-en une en reprenant son nom.',
    en: 'You already have 30 views of this list. Delete one, or replace one by using its name.',
  },
} as const;
