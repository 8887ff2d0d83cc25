import { defineConfig } from 'vitest/config';

const tests = '{src,migrations,seed,test}/**/*.test.ts';
/** What goes deeper into the database than one statement after the other. */
const deepTests = [
  '{migrations,seed}/**/*.test.ts',
  'src/{cli,imports,outbox,platform,queue,sweep}/**/*.test.ts',
  'test/database/**/*.test.ts',
  'test/{commands,stop}.test.ts',
];
const pureTests = '{src,migrations,seed,test}/**/*.unit.test.ts';

/**
 * The same tests run on both databases; those without a database (`*.unit.test.ts`) run once, and those about one
 * of the two (`*.embedded.test.ts`, `*.postgres.test.ts`) on that one. `npm test`, where it finds a PostgreSQL, sets
 * `EMBEDDED_TESTS=deep`: then the others run on that alone, and `npm test -- embedded` runs all on the embedded one.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A file leaves nothing behind: its portal and database are its own, and close with it.
    isolate: false,
    // As the server itself runs, or each opening of the embedded database is optimised for seconds that it does not live.
    execArgv: ['--liftoff-only'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: [pureTests] } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: process.env.EMBEDDED_TESTS === 'deep' ? deepTests : [tests],
          exclude: [pureTests, '**/*.postgres.test.ts'],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: 'test/database/setupEmbedded.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [tests],
          exclude: [pureTests, '**/*.embedded.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'test/database/setupPostgres.ts',
        },
      },
    ],
  },
});
