import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const tests = ['{src,seed,test}/**/*.test.ts', '../learning-platform/src/**/*.test.ts'];
/**
 * What the embedded database does in its own way, as its files, locks, migrations, backups and the queue, and of each
 * kind of long work one file.
 */
export const deepTests = [
  '{src,test}/**/*.embedded.test.ts',
  'src/imports/{imports,stage/*}.test.ts',
  'src/mail/outbox/sending/{outbox.worker,settlement}.test.ts',
  'src/core/{database,rateLimit}/**/*.test.ts',
  'src/core/http/health.test.ts',
  'src/{core/queue,operations/sweep}/**/*.test.ts',
  'test/database/**/*.test.ts',
  'test/commands.test.ts',
];
/**
 * What takes longest, which `npm test` leaves to whole runs by `LONG_TESTS=none`, as each `longTest` of other files: thousands
 * of people, many at once, hostile or random requests and files, other programs and threads, a database that is away or of an
 * earlier release, and learning platforms played call by call.
 */
export const longTests = [
  '**/*{large,Large,hostile}*.test.ts',
  '**/*.property.unit.test.ts',
  '**/generated*.unit.test.ts',
  'src/imports/stage/lostStage.postgres.test.ts',
  'src/imports/reading/readSheet.unit.test.ts',
  'src/learning/connectors/**/*.test.ts',
  'src/learning/platforms/brightspace.test.ts',
  'src/learning/{accounts/upgrade,drift/drift}.test.ts',
  'src/mail/outbox/{headerInjection,outages,render/{looseSecrets,mimeBytes.unit}}.test.ts',
  'src/mail/outbox/{returnPath/returnPath,sending/outbox}.worker.test.ts',
  'src/identity/saml/answers/answer.unit.test.ts',
  'src/imports/progress/progressWatch.test.ts',
  'src/core/database/backup/*.test.ts',
  'src/core/{database/connection/background,http/bodies/encodeReply,queue/circuitBreakers,runtime/idleGc}.unit.test.ts',
  'src/core/runtime/concurrency/processPool.unit.test.ts',
  'src/exams/candidate/calendar/khal.test.ts',
  'src/identity/sessions/signIn/signInFlood.test.ts',
  'test/{atOnce,hostile,promotion}/*.test.ts',
  'test/connectors/{brightspace,moodle}.unit.test.ts',
  'test/database/upgrade.test.ts',
  'test/database/{lockedTable,outage,outcome,replica,server}.postgres.test.ts',
  'test/uploads.test.ts',
  'test/{commands,commands.unit,dataFolder.embedded,move.postgres,revocation.postgres,rolling.postgres,signOn.postgres,stop}.test.ts',
];
const isShort = process.env.LONG_TESTS === 'none';
const leftOut = isShort ? longTests : [];
const pureTests = tests.map((pattern) => pattern.replace('*.test', '*.unit.test'));

/**
 * The same tests run on both databases; those without a database (`*.unit.test.ts`) run once, and those about one
 * of the two (`*.embedded.test.ts`, `*.postgres.test.ts`) on that one. Where it finds a PostgreSQL, `npm test` runs them on
 * that alone, with `--whole` also `deepTests` on the embedded one (`EMBEDDED_TESTS=deep`); `npm test -- embedded` runs all on
 * that.
 */
export default defineConfig({
  test: {
    // Half of a worker's time is spent waiting for the database and for clocks; in whole runs the journeys take that half.
    maxWorkers: isShort ? 3 : 2,
    // A file leaves nothing behind: its portal and database are its own, and close with it.
    isolate: false,
    // As the server itself runs, or each opening of the embedded database is optimised for seconds that it does not live.
    execArgv: ['--liftoff-only'],
    // The threads and programs that tests start find our TypeScript compiled, where `npm test` keeps it as well.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node') },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: pureTests, exclude: leftOut } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: process.env.EMBEDDED_TESTS === 'deep' ? deepTests : tests,
          exclude: [...pureTests, '**/*.postgres.test.ts', ...leftOut],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: 'test/database/setupEmbedded.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: tests,
          exclude: [...pureTests, '**/*.embedded.test.ts', ...leftOut],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'test/database/setupPostgres.ts',
        },
      },
    ],
  },
});
