import { fold } from '@guichet/contract/core/fold';
import type { Name } from './demoStaff.ts';

const firstNames = [
  ['Zoé', 'F'],
  ['Émile', 'F'],
  ['Anaïs', 'F'],
  ['Noémie', 'F'],
  ['François', 'F'],
  ['Maëlle', 'F'],
  ['Étienne', 'F'],
  ['Océane', 'F'],
  ['Loïc', 'F'],
  ['Chloé', 'F'],
  ['Olivia', 'E'],
  ['Liam', 'E'],
  ['Siobhán', 'E'],
  ['Aarav', 'E'],
  ['Mei-Ling', 'E'],
  ['Fatoumata', 'F'],
  ['Nguyễn', 'F'],
  ['Björn', 'E'],
] as const;

const lastNames = [
  'Côté',
  'Lévesque',
  'Bélanger-Thériault',
  'D’Astous',
  'Nguyen',
  'O’Brien',
  'MacKenzie',
  'Tremblay',
  'Gagné',
  'Østergaard',
  'Diallo',
  'St-Pierre',
  'van der Berg',
  'Wójcik',
  'Singh',
  'Lacroix',
  'Hébert',
] as const;

const professions = [
  ['Enseignement', 'Teaching'],
  ['Soins infirmiers', 'Nursing'],
  ['Droit', 'Law'],
  ['Traduction', 'Translation'],
  ['Travail social', 'Social work'],
  ['Génie', 'Engineering'],
  ['Pharmacie', 'Pharmacy'],
] as const;

/** The candidates of one system: the demo candidate and others who are in no other system. */
export interface DemoList {
  readonly slug: string;
  readonly candidate: Name;
  /** How many names the lists of other systems used before this one. */
  readonly start: number;
  readonly count: number;
}

function listed({ slug, candidate, start, count }: DemoList) {
  return Array.from({ length: count }, (_, n) => {
    if (n === 0) return { ...candidate, email: `candidate.${slug}@demo.example`, language: 'F' as const };
    // Both lists have different lengths, so that no pair repeats before all have been used.
    const at = start + n;
    const [firstName, language] = firstNames[(at * 7) % firstNames.length] as (typeof firstNames)[number];
    const lastName = lastNames[(at * 5) % lastNames.length] as string;
    const address = [firstName, lastName].map((name) => fold(name).replaceAll(/[^a-z-]/g, '')).join('.');
    return { firstName, lastName, email: `${address}.${slug}@demo.example`, language };
  });
}

/** Profile fields, language and last visit of the candidates on the list. */
export function candidateHistories(list: DemoList) {
  return listed(list).map(({ email, language }, n) => {
    const profession =
      professions[(n * 3 + list.start) % professions.length]?.[language === 'F' ? 0 : 1] ?? null;
    return {
      email,
      profession: n % 5 === 4 ? null : profession,
      wantsNewsletter: n % 3 === 0,
      daysSinceVisit: ((n * 37 + list.start) % 90) + (n % 10) / 10,
    };
  });
}

/** A registrar's list as French Excel saves it: semicolons, and the demo candidate on the first line. */
export function candidateList(list: DemoList): Buffer {
  const lines = ['Numéro d’étudiant;Nom de famille;Prénom;Adresse courriel;Langue'];
  for (const [n, { firstName, lastName, email, language }] of listed(list).entries())
    lines.push(`${300100000 + (list.start + n) * 7};${lastName};${firstName};${email};${language}`);
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf8');
}
