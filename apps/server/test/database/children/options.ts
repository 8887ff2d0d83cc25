import type { DatabaseOptions } from '../../../src/platform/database/database.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);

/** The database that the test which started this program means. */
export const options: DatabaseOptions = {
  databaseUrl: databaseUrl === '' ? null : databaseUrl,
  dataDir,
  log: { error: (message) => console.error(message) },
};
