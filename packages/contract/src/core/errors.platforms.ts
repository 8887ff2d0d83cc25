/** Errors of learning platforms. Part of the table in `errors.ts`. */
export const platformErrors = {
  'learning.refused': {
    status: 502,
    fr: 'La plateforme d’apprentissage ne répond pas. Réessayez dans quelques minutes.',
    en: 'The learning platform is not responding. Try again in a few minutes.',
  },
  'learning.placeRefused': {
    status: 409,
    fr: 'La plateforme d’apprentissage n’accepte pas votre accès, et réessayer n’y changera rien. Joignez votre programme, qui peut corriger votre inscription.',
    en: 'The learning platform does not accept your access, and trying again will not change that. Contact your program, which can correct your registration.',
  },
  'learning.unready': {
    status: 409,
    fr: 'Votre accès se prépare encore. Réessayez dans quelques minutes.',
    en: 'Your access is still being prepared. Try again in a few minutes.',
  },
  'platform.notFound': {
    status: 404,
    fr: 'Cette plateforme n’existe pas, ou elle a été retirée.',
    en: 'This platform does not exist, or it has been removed.',
  },
  'platform.doubtChanged': {
    status: 409,
    fr: 'Sur la plateforme, ce compte n’est plus tel que vous l’avez vu, et il ne peut pas être attribué ainsi. Rien n’est décidé. Relisez la liste.',
    en: 'On the platform this account is no longer as you saw it, and cannot be given to the person like that. Nothing was decided. Read the list again.',
  },
  'platform.doubtGone': {
    status: 404,
    fr: 'Ce compte n’attend plus de décision : quelqu’un l’a déjà prise, ou la personne n’est plus là. La liste est relue.',
    en: 'This account no longer waits for a decision: someone has already made it, or the person is no longer here. The list is read again.',
  },
  'platform.inUse': {
    status: 409,
    fr: 'Cette plateforme ne peut pas être retirée\u00a0: des systèmes l’utilisent ({systems}). Choisissez-en d’abord une autre pour eux.',
    en: 'This platform cannot be removed: systems use it ({systems}). Choose another one for them first.',
  },
  'platform.hasExams': {
    status: 409,
    fr: 'Cette plateforme ne peut pas être retirée\u00a0: des examens à venir y ont leur cours ({count}).',
    en: 'This platform cannot be removed: coming exams have their courses there ({count}).',
  },
  'extraTime.denied': {
    status: 403,
    fr: 'Vous n’avez pas le droit de voir ni d’accorder du temps supplémentaire dans ce système. Une autre personne qui l’administre, ou la superadministration, peut vous donner ce droit à côté de vos rôles.',
    en: 'You do not have the right to see or give extra time in this system. Another of its administrators, or a super administrator, can give you that right beside your roles.',
  },
  'extraTime.notYours': {
    status: 403,
    fr: 'Vous ne pouvez pas donner le droit au temps supplémentaire dans ce système, puisque vous ne l’avez pas. Une autre personne qui l’administre et qui l’a, ou la superadministration, peut le donner.',
    en: 'You cannot give the right to extra time in this system, since you do not have it. Another of its administrators who has it, or a super administrator, can give it.',
  },
  'extraTime.needsStaff': {
    status: 409,
    fr: 'Seule une personne qui administre le système ou y fait du soutien peut avoir le droit au temps supplémentaire. Donnez-lui d’abord ce rôle.',
    en: 'Only an administrator or a support agent of the system can have the right to extra time. Give the person that role first.',
  },
  'exam.gradesChanged': {
    status: 409,
    fr: 'Le seuil de réussite, les notes ou les attestations ont changé entre-temps. Rien n’est enregistré. Relisez les notes pour voir ce qui changera.',
    en: 'The passing grade, the grades or the attestations have changed in the meantime. Nothing was saved. Read the grades again to see what will change.',
  },
} as const;
