import type { Language } from '../core/language.ts';

/** The form of the address of a system's landing: `/dc`, or `/fr/pdi` and `/en/pdi` (S2). */
export type LandingKind = 'bare' | 'byLanguage';

export interface SeedSystem {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** The end of the names of the admin and support roles: `Admin - TCL` (readings §1). */
  readonly coursePrefix: string;
  /** The name of the student role; in lower case it is the path segment of the landing. */
  readonly studentRole: string;
  readonly landing: LandingKind;
}

/** The nine systems that exist after the first start (S1). */
export const seedSystems: readonly SeedSystem[] = [
  {
    id: 1,
    slug: 'education',
    name: 'education/TCL',
    coursePrefix: 'TCL',
    studentRole: 'Education',
    landing: 'bare',
  },
  { id: 2, slug: 'pdi', name: 'PDI', coursePrefix: 'PDI', studentRole: 'PDI', landing: 'byLanguage' },
  { id: 3, slug: 'dc', name: 'DC', coursePrefix: 'DC', studentRole: 'DC', landing: 'bare' },
  { id: 4, slug: 'np', name: 'NP', coursePrefix: 'NP', studentRole: 'NP', landing: 'byLanguage' },
  {
    id: 5,
    slug: 'telfer',
    name: 'Telfer',
    coursePrefix: 'Telfer',
    studentRole: 'Telfer',
    landing: 'byLanguage',
  },
  { id: 6, slug: 'ac', name: 'AC', coursePrefix: 'Ac', studentRole: 'AC', landing: 'byLanguage' },
  { id: 7, slug: 'ilob', name: 'ILOB', coursePrefix: 'ILOB', studentRole: 'ILOB', landing: 'byLanguage' },
  { id: 8, slug: 'tep', name: 'TEP', coursePrefix: 'TEP', studentRole: 'TEP', landing: 'bare' },
  {
    id: 9,
    slug: 'cgpp',
    name: 'CGPP/Odell',
    coursePrefix: 'Odell',
    studentRole: 'CGPP',
    landing: 'byLanguage',
  },
];

/** Aliases for whole paths (S2.32–S2.37); `/pdi/configuration` is no alias. */
export const aliases: Readonly<Record<string, string>> = {
  '/idp': '/en/pdi',
  '/pdi': '/en/pdi',
  '/telfermba': '/en/telfer',
  '/mbatelfer': '/fr/telfer',
  '/aec': '/en/ac',
  '/euac': '/fr/ac',
  '/ilob': '/fr/ilob',
  '/olbi': '/en/ilob',
  '/cpmp': '/en/cgpp',
  '/cgpp': '/fr/cgpp',
  '/fr/tcl': '/education',
  '/en/tcl': '/education',
};

/** First path segments that no system may use as its slug. A constraint of the database keeps slugs unique. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...Object.keys(aliases).flatMap((alias) => alias.split('/').slice(1)),
  ...['fr', 'en', 'api', 'assets', 'learning', 'oidc'],
  ...[
    'login',
    'account',
    'logout',
    'logoutfrombs',
    'forgot-password',
    'reset-password',
    'callback',
    'forbidden',
  ],
  ...['home', 'configuration', 'outbox', 'audit', 'my-exams', 'corrections', 'launch'],
]);

export function landingPath(system: { slug: string; landing: LandingKind }, language: Language): string {
  return system.landing === 'bare' ? `/${system.slug}` : `/${language}/${system.slug}`;
}

/** The address after sign-in (S4.19–S4.21): home for several roles or staff, else `/{lang}/{role}` in lower case. */
export function pathAfterSignIn(role: string | readonly string[], language: Language): string {
  if (typeof role !== 'string' || role.includes('Admin') || role.startsWith('Support')) return '/home';
  return `/${language}/${role.toLowerCase()}`;
}
