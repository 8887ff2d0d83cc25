import { openDatabase } from '../../../src/core/database/database.ts';
import { options } from './options.ts';

/** Opens the database and holds it; prints the error when it cannot. */
try {
  const database = await openDatabase(options);
  console.log('open');
  setInterval(() => void database.ping(), 1000);
} catch (error) {
  console.log(`refused ${(error as Error).name}: ${(error as Error).message}`);
}
