/** Errors of roles. Part of the table in `errors.ts`. */
export const roleErrors = {
  'user.neverSuperAdmin': {
    status: 409,
    fr: 'Ce compte n’a jamais été de superadministration\u00a0: rien n’a été changé. Pour lui donner ce rôle, ajoutez --promote.',
    en: 'This account was never that of a super administrator: nothing was changed. To give it that role, add --promote.',
  },
  'user.rolesChanged': {
    status: 409,
    fr: 'Quelqu’un d’autre a changé ces rôles entre-temps. Ils sont maintenant à jour ici : refaites votre choix.',
    en: 'Someone else has changed these roles in the meantime. They are up to date here now: make your choice again.',
  },
  'role.notYours': {
    status: 403,
    fr: 'Vous ne pouvez pas attribuer ce rôle : {role}.',
    en: 'You cannot assign this role: {role}.',
  },
  'role.ofGuest': {
    status: 403,
    fr: 'Cette personne relève d’un autre système et n’a encore passé aucun examen dans le vôtre. Pour lui donner un rôle de soutien ou d’administration, adressez-vous à la superadministration.',
    en: 'This person belongs to another system and has not taken an exam in yours yet. To give them a support or administrator role, ask a super administrator.',
  },
  'role.proofNeeded': {
    status: 403,
    fr: 'Donner la superadministration demande votre mot de passe ou votre clé d’accès.',
    en: 'Making someone a super administrator requires your password or passkey.',
  },
} as const;
