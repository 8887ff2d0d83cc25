import type { DatabaseOptions } from '../../../src/core/database/database.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);

/** The database options of the parent test. */
export const options: DatabaseOptions = {
  databaseUrl: databaseUrl === '' ? null : databaseUrl,
  dataDir,
  log: { error: (message) => console.error(message) },
};
