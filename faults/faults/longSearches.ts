import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import { read } from '../history/client.ts';
import type { Testbed } from '../places/testbed.ts';
import { tokenOf } from '../rounds/attacker.ts';
import { holdUp } from '../rounds/bystander.ts';

/** Not the one whose pages the bystander opens. */
const systemId = 4;
const people = 5000;

const letters = 'a '.repeat(99);
const misspelt = encodeURIComponent(
  'Trembley Gagnonn Bouchardd Gautier Lavoix Ouelet Pelettier Bellanger '.repeat(2),
);

export const longSearches = holdUp(
  'Somebody of support who searches for very many words, or for misspelt names, holds nobody up.',
  {
    attack: new URL('../attacks/requests.ts', import.meta.url),
    async prepare(testbed) {
      await fill(testbed);
      const filters = Array.from({ length: 20 }, () => ({ searchTerm: letters }));
      return {
        ...(await tokenOf(testbed, await supportOf(testbed))),
        calls: [
          { path: '/api/user/search', body: { filters }, connections: 2 },
          { path: `/api/user/similar?search=${misspelt.slice(0, 190)}`, connections: 4 },
        ],
      };
    },
    // Pages do not wait for the index of people, other searches do.
    searched: ['gagnon zoe', 'personne17@'],
    check({ tally }, _testbed, { 'answered 200': answered = 0, ...others }) {
      tally.expect(answered > 0, `nothing was found: ${JSON.stringify(others)}`);
    },
  },
);

/** The name of the role. */
async function supportOf({ client }: Testbed): Promise<string> {
  const roles = await read<ListedRole[]>(client, '/api/user/roles');
  const found = roles.find((one) => one.role === 'support' && one.systemId === systemId);
  if (!found) throw new Error('The system has no support role.');
  return found.name;
}

/** With names of a few hundred kinds, as a university has them. */
async function fill({ client }: Testbed): Promise<void> {
  const first = [
    'Marie',
    'Luc',
    'Zoé',
    'Océane',
    'Fatoumata',
    'Noah',
    'Léa',
    'Émile',
    'Camille',
    'Ana',
    'Guy',
  ];
  const last = [
    'Tremblay',
    'Gagnon',
    'Roy',
    'Côté',
    'Bouchard',
    'Gauthier',
    'Lavoie',
    'Ouellet',
    'Pelletier',
  ];
  const made = await client.post(`/api/exam/${systemId}`, { title: 'Recherches', examDate: '2030-01-15' });
  if (made.status !== 200) throw new Error(`No exam space: ${JSON.stringify(made)}`);
  const { courseId } = made.body as ExamSummary;
  const rows = Array.from(
    { length: people },
    (_, n) => `${first[n % first.length]};${last[n % last.length]};personne${n}@etu.example.ca`,
  );
  const form = new FormData();
  const fields = { systemId, languageId: 1, selectedCourse: courseId, sendEmail: false };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', new Blob([['Prénom;Nom;Courriel', ...rows].join('\n')]), 'liste.csv');
  const imported = await client.post('/api/import', form);
  if (imported.status !== 200) throw new Error(`No import: ${JSON.stringify(imported)}`);
}
