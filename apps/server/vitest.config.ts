import { defineConfig } from 'vitest/config';

const tests = '{src,migrations,seed,test}/**/*.test.ts';
const pureTests = '{src,migrations,seed,test}/**/*.unit.test.ts';

/**
 * The same tests run on both databases; those without a database (`*.unit.test.ts`) run once, and those about one
 * of the two (`*.embedded.test.ts`, `*.postgres.test.ts`) on that one.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: [pureTests] } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [tests],
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
