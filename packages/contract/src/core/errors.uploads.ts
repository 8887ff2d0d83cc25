/** Errors of uploaded files. Part of the table in `errors.ts`. */
export const uploadErrors = {
  'attachment.notFound': {
    status: 404,
    fr: 'Ce message n’a pas de pièce jointe.',
    en: 'This message has no attachment.',
  },
  'attachment.wrongKind': {
    status: 400,
    fr: 'Ce fichier n’est pas un document .docx, .doc ou .pdf. Joignez un document dans un de ces formats.',
    en: 'This file is not a .docx, .doc or .pdf document. Attach a document in one of these formats.',
  },
  'attachment.macros': {
    status: 400,
    fr: 'Ce document contient des macros. Enregistrez-le sans macros (.docx) et joignez-le de nouveau.',
    en: 'This document contains macros. Save it without macros (.docx) and attach it again.',
  },
  'attachment.embedded': {
    status: 400,
    fr: 'Ce document contient un objet incorporé : une feuille de calcul, un fichier ou une commande. Remplacez-le par une image ou retirez-le, puis joignez le document de nouveau.',
    en: 'This document contains an embedded object: a spreadsheet, a file or a control. Replace it with an image or remove it, then attach the document again.',
  },
  'attachment.linked': {
    status: 400,
    fr: 'Ce document charge un contenu externe à l’ouverture : un modèle, une image ou un objet lié. Rompez ces liens ou enregistrez le document en PDF, puis joignez-le de nouveau.',
    en: 'This document loads external content when it is opened: a template, a linked image or a linked object. Break these links or save the document as a PDF, then attach it again.',
  },
  'attachment.encrypted': {
    status: 400,
    fr: 'Ce document est chiffré ou protégé par un mot de passe, et son contenu ne peut pas être vérifié. Enregistrez-le sans protection et joignez-le de nouveau.',
    en: 'This document is encrypted or protected by a password, so its content cannot be checked. Save it without protection and attach it again.',
  },
  'attachment.acting': {
    status: 400,
    fr: 'Ce PDF contient un script, un fichier joint, un contenu multimédia ou un formulaire dynamique (XFA). Imprimez-le dans un nouveau PDF et joignez celui-ci.',
    en: 'This PDF contains a script, an attached file, multimedia or a dynamic form (XFA). Print it to a new PDF and attach that one.',
  },
  'attachment.opaque': {
    status: 400,
    fr: 'Une partie de ce PDF ne peut pas être vérifiée. Imprimez-le dans un nouveau PDF et joignez celui-ci.',
    en: 'Part of this PDF cannot be checked. Print it to a new PDF and attach that one.',
  },
  'attachment.tooDense': {
    status: 400,
    fr: 'Une fois décompressé, ce document devient trop volumineux. Enregistrez-le de nouveau ou allégez-le, puis joignez-le.',
    en: 'This document becomes too large once unpacked. Save it again or make it smaller, then attach it.',
  },
  'attachment.tooIntricate': {
    status: 422,
    fr: 'La vérification de ce document demande trop de calculs. Imprimez-le dans un nouveau PDF et joignez celui-ci.',
    en: 'Checking this document takes too much work. Print it to a new PDF and attach that one.',
  },
  'service.overloaded': {
    status: 503,
    fr: 'Le serveur est si occupé que ce texte ou ce fichier n’a pas pu être traité à temps. Rien n’a été enregistré; réessayez dans une minute.',
    en: 'The server is so busy that this text or file could not be processed in time. Nothing was saved; try again in a minute.',
  },
  'attachment.twoKinds': {
    status: 400,
    fr: 'Ce fichier est à la fois un PDF et autre chose. Imprimez-le dans un nouveau PDF et joignez celui-ci.',
    en: 'This file is both a PDF and something else. Print it to a new PDF and attach that one.',
  },
  'upload.tooMany': {
    status: 429,
    fr: 'Vous avez déjà {most} téléversements en cours. Attendez que l’un d’eux soit terminé, puis recommencez.',
    en: 'You already have {most} uploads in progress. Wait until one of them is done, then try again.',
  },
  'upload.infected': {
    status: 400,
    fr: 'L’antivirus a refusé ce fichier : {name}. Avisez la personne qui vous l’a remis.',
    en: 'The virus scanner refused this file: {name}. Notify the person who gave it to you.',
  },
  'upload.notScanned': {
    status: 503,
    fr: 'L’antivirus ne répond pas, et aucun fichier n’est accepté sans vérification. Réessayez dans quelques minutes.',
    en: 'The virus scanner is not responding, and no file is accepted without a scan. Try again in a few minutes.',
  },
  'logo.notFound': { status: 404, fr: 'Ce système n’a pas de logo.', en: 'This system has no logo.' },
  'logo.wrongKind': {
    status: 400,
    fr: 'Ce fichier n’est pas une image PNG ou JPEG complète. Choisissez une autre image.',
    en: 'This file is not a complete PNG or JPEG image. Choose another image.',
  },
  'logo.wrongSize': {
    status: 400,
    fr: 'Cette image mesure {width} × {height} pixels. Il en faut une de 16 à 1200 pixels de large et de 16 à 600 de haut.',
    en: 'This image measures {width} × {height} pixels. It must be 16 to 1200 pixels wide and 16 to 600 high.',
  },
  'banner.notFound': { status: 404, fr: 'Ce système n’a pas de bannière.', en: 'This system has no banner.' },
  'banner.wrongKind': {
    status: 400,
    fr: 'Ce fichier n’est pas une image PNG, JPEG ou WebP complète. Choisissez une autre image.',
    en: 'This file is not a complete PNG, JPEG or WebP image. Choose another image.',
  },
  'banner.wrongSize': {
    status: 400,
    fr: 'Cette image mesure {width} × {height} pixels. Il en faut une de 600 à 5000 pixels de large, au moins 80 de haut et deux fois plus large que haute.',
    en: 'This image measures {width} × {height} pixels. It must be 600 to 5000 pixels wide, at least 80 high, and twice as wide as high.',
  },
} as const;
