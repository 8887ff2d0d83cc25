import { randomUUID } from 'node:crypto';
import { foundOf, type Operation } from '../operation.ts';

export interface ImportOrder {
  readonly systemId: number;
  readonly exam: { readonly id: number; readonly courseId: string };
  /** Prefix of its candidates' addresses, which is unique. */
  readonly name: string;
  readonly rows: number;
  readonly sendEmail: boolean;
}

export function addressesOf({ name, rows }: Pick<ImportOrder, 'name' | 'rows'>): string[] {
  return Array.from({ length: rows }, (_, n) => `${name}.${n}@etu.example.ca`);
}

/** An import under its own id: all candidates with their mails and enrolments, or none of them. */
export function candidateImport(order: ImportOrder): Operation {
  const { systemId, exam, name, rows, sendEmail } = order;
  const importId = randomUUID();
  const addresses = addressesOf(order);
  const fields = { systemId, languageId: 1, selectedCourse: exam.courseId, sendEmail, importId };
  const list = [
    'Prénom;Nom;Courriel;Langue',
    ...addresses.map((to, n) => `Zoé;Côté ${n};${to};${n % 2 ? 'F' : 'E'}`),
  ];
  return {
    what: `import ${name} of ${rows} rows`,
    isRepeatable: true,
    ...(sendEmail && { mailsTo: addresses }),
    isAcknowledgedBy: (body) => body === rows,
    send(client) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
      form.set('file', new Blob([list.join('\n')]), 'liste.csv');
      return client.post('/api/import', form);
    },
    async find(seen) {
      const candidates = (await seen.candidates(systemId, exam.id)) ?? [];
      const placed = candidates.filter(({ email }) => email.startsWith(`${name}.`));
      const known = new Set(placed.map(({ email }) => email));
      const mailed = placed.filter(({ mailState }) => mailState !== null).length;
      const planned = placed.filter(({ platformState }) => platformState !== null).length;
      // A candidate removed again was in it.
      const left = seen.lines('candidate.unenrolled', ({ detail }) => detail.examId === exam.id);
      const isWhole = placed.length + left === rows && known.size + left === rows && planned + left === rows;
      if (placed.length !== 0 && (!isWhole || mailed !== (sendEmail ? rows - left : 0)))
        return { wrong: `${placed.length} of ${rows} rows, ${mailed} mails, ${planned} platform places` };
      const lines = seen.lines('candidates.imported', ({ detail }) => detail.importId === importId);
      return foundOf(lines, isWhole);
    },
  };
}
