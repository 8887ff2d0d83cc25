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

function emailOf(slug: string, n: number): string {
  return n === 0 ? `candidate.${slug}@demo.example` : `etudiant${n}.${slug}@demo.example`;
}

/** What the candidates of the list tell of themselves, in their language, and when they were last here. */
export function candidateLives(slug: string, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const language = n === 0 ? 'F' : firstNames[(n * 7) % firstNames.length]?.[1];
    const profession = professions[(n * 3) % professions.length]?.[language === 'F' ? 0 : 1] ?? null;
    return {
      email: emailOf(slug, n),
      profession: n % 5 === 4 ? null : profession,
      wantsNewsletter: n % 3 === 0,
      daysSinceVisit: ((n * 37) % 90) + (n % 10) / 10,
    };
  });
}

/** A registrar's list as French Excel saves it: semicolons, and the demo candidate on the first line. */
export function candidateList(slug: string, count: number): Buffer {
  const lines = ['Numéro d’étudiant;Nom de famille;Prénom;Adresse courriel;Langue'];
  lines.push(`300100000;Côté;Zoé;${emailOf(slug, 0)};F`);
  for (let n = 1; n < count; n++) {
    const [firstName, language] = firstNames[(n * 7) % firstNames.length] as (typeof firstNames)[number];
    const lastName = lastNames[(n * 5) % lastNames.length] as string;
    lines.push(`${300100000 + n * 7};${lastName};${firstName};${emailOf(slug, n)};${language}`);
  }
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf8');
}
