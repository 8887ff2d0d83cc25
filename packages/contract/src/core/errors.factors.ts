/** Errors of second factors. Part of the table in `errors.ts`. */
export const factorErrors = {
  'factor.due': {
    status: 403,
    fr: 'Votre rôle demande un second facteur. Ajoutez-en un à votre compte pour continuer.',
    en: 'Your role demands a second factor. Add one to your account to go on.',
  },
  'factor.lastRequired': {
    status: 409,
    fr: 'Votre rôle demande un second facteur, et c’est le seul que vous avez. Ajoutez-en un autre d’abord.',
    en: 'Your role demands a second factor, and this is the only one you have. Add another one first.',
  },
  'factor.setUpOver': {
    status: 409,
    fr: 'La mise en place a été abandonnée ou a duré trop longtemps. Recommencez-la.',
    en: 'The set-up was abandoned or took too long. Start it again.',
  },
  'factor.notFound': {
    status: 404,
    fr: 'Ce facteur n’est plus lié à votre compte.',
    en: 'This factor is no longer linked to your account.',
  },
  'factor.tooMany': {
    status: 409,
    fr: 'Votre compte a déjà {most} clés d’accès. Retirez-en une d’abord.',
    en: 'Your account already has {most} passkeys. Remove one first.',
  },
} as const;
