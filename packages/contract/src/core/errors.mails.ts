/** Errors of mails. Part of the table in `errors.ts`. */
export const mailErrors = {
  'message.growsTooLong': {
    status: 422,
    fr: 'Avec {count} champs, ce texte deviendrait trop long pour un courriel une fois rempli. Retirez ceux qui se répètent, puis enregistrez de nouveau.',
    en: 'With {count} placeholders, this text would become too long for an email once filled in. Remove those that are repeated, then save again.',
  },
  'mail.notFound': { status: 404, fr: 'Ce courriel est introuvable.', en: 'This email cannot be found.' },
  'mail.notRetryable': {
    status: 409,
    fr: 'Ce courriel a déjà été envoyé ou attend déjà de l’être.',
    en: 'This email has already been sent or is already queued.',
  },
  'mail.passwordChosen': {
    status: 409,
    fr: 'Cette personne a déjà choisi son mot de passe\u00a0: le lien de ce courriel ne lui servirait à rien. Si elle l’a oublié, envoyez-lui plutôt, dans ses renseignements, un lien pour en choisir un autre.',
    en: 'This person has already chosen a password, so the link in this email would be of no use. If it was forgotten, send a link to choose another one instead, from the person’s panel.',
  },
  'mail.accountClosed': {
    status: 409,
    fr: 'Ce compte est désactivé, verrouillé ou supprimé\u00a0: aucun lien n’y est envoyé. Réactivez ou déverrouillez-le d’abord.',
    en: 'This account is deactivated, locked or deleted, so no link is sent to it. Reactivate or unlock it first.',
  },
} as const;
