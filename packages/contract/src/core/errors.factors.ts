/** Errors of second factors. Part of the table in `errors.ts`. */
export const factorErrors = {
  'factor.due': {
    status: 403,
    fr: 'Votre rôle exige la vérification en deux étapes. Ajoutez une clé d’accès ou une application à votre compte pour continuer.',
    en: 'Your role requires two-step verification. Add a passkey or an app to your account to continue.',
  },
  'factor.lastRequired': {
    status: 409,
    fr: 'Votre rôle exige la vérification en deux étapes. Ajoutez une autre clé d’accès ou une application avant de retirer celle-ci.',
    en: 'Your role requires two-step verification. Add another passkey or an app before you remove this one.',
  },
  'factor.setUpOver': {
    status: 409,
    fr: 'L’ajout a été abandonné ou a duré trop longtemps. Recommencez.',
    en: 'The setup was abandoned or took too long. Start again.',
  },
  'factor.notFound': {
    status: 404,
    fr: 'Cette clé d’accès ou cette application n’est plus liée à votre compte.',
    en: 'This passkey or app is no longer linked to your account.',
  },
  'factor.wrongProof': {
    status: 403,
    fr: 'Ce mot de passe ou cette clé d’accès ne sont pas les vôtres. Rien n’a été changé.',
    en: 'This is not your password or passkey. Nothing was changed.',
  },
  'factor.tooMany': {
    status: 409,
    fr: 'Votre compte a déjà {most} clés d’accès. Retirez-en une d’abord.',
    en: 'Your account already has {most} passkeys. Remove one first.',
  },
} as const;
