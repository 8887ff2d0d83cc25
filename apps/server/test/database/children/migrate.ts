import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from '../../../src/core/database/database.ts';
import { options } from './options.ts';

/** Migrates a database as the server does at its start. */
const database = await openDatabase(options);
await database.migrate(migrations);
await database.close();
console.log('migrated');
