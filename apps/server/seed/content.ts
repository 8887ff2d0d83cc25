import type { FirstContent } from '../src/systems/content/content.service.ts';

/** Short titles for the sign-in page and the mails; a super admin can replace them. */
const titles: readonly { systemId: number; fr: string; en: string }[] = [
  { systemId: 1, fr: 'Éducation (TCL)', en: 'Education (TCL)' },
  { systemId: 2, fr: 'Examens PDI', en: 'PDI Exams' },
  { systemId: 3, fr: 'Examens DC', en: 'DC Exams' },
  { systemId: 4, fr: 'Examens NP', en: 'NP Exams' },
  { systemId: 5, fr: 'Examens Telfer', en: 'Telfer Exams' },
  { systemId: 6, fr: 'Examens AC', en: 'AC Exams' },
  { systemId: 7, fr: 'Examens ILOB', en: 'OLBI Exams' },
  { systemId: 8, fr: 'Examens TEP', en: 'TEP Exams' },
  { systemId: 9, fr: 'Examens CGPP', en: 'CPMP Exams' },
];

export const firstContent: readonly FirstContent[] = titles.flatMap(({ systemId, fr, en }) => [
  { systemId, label: 'Title', fr, en },
  {
    systemId,
    label: 'WelcomeMessage',
    fr: `Bienvenue. Ouvrez une session avec l’adresse courriel à laquelle vous avez reçu votre convocation.`,
    en: `Welcome. Sign in with the email address at which you received your exam notice.`,
  },
  { systemId, label: 'TechDiff', fr: '', en: '' },
]);
