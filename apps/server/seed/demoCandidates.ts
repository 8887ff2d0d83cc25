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

/** A registrar's list as French Excel saves it: semicolons, and the demo candidate on the first line. */
export function candidateList(slug: string, count: number): Buffer {
  const lines = ['Numéro d’étudiant;Nom de famille;Prénom;Adresse courriel;Langue'];
  lines.push(`300100000;Côté;Zoé;candidate.${slug}@demo.example;F`);
  for (let n = 1; n < count; n++) {
    const [firstName, language] = firstNames[(n * 7) % firstNames.length] as (typeof firstNames)[number];
    const lastName = lastNames[(n * 5) % lastNames.length] as string;
    lines.push(`${300100000 + n * 7};${lastName};${firstName};etudiant${n}.${slug}@demo.example;${language}`);
  }
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf8');
}
