import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/** One file for each district, or part of one, in the order in which they refer to one another. */
const parts = [
  'core',
  'systems',
  'mail',
  'identity',
  'sessions',
  'learning',
  'learningPlatform',
  'exams',
  'imports',
  'overview',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of parts) {
    const file = new URL(`001-baseline/${part}.sql`, import.meta.url);
    await sql.raw(readFileSync(file, 'utf8')).execute(db);
  }
}
