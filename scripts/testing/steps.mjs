import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground, runLabelledIf } from '../setup/child.mjs';
import { environmentOf } from '../setup/node24.mjs';
import { buildPages } from '../setup/pages.mjs';
import { listWorkspaces, root } from '../setup/place.mjs';
import { findPostgres } from '../setup/postgres.mjs';
import {
  addCounts,
  countFaults,
  countVitest,
  listFailures,
  listFailuresOutside,
  listRedFiles,
  noTests,
} from './counts.mjs';
import { runJourneys } from './journeys.mjs';
import { useMemoryFolder } from './memoryFolder.mjs';
import { findNeed } from './needs.mjs';
import { freshReport, reportOf } from './reports.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/**
 * `failures`: what failed, a line each. `repeat`: tries what failed again, to be called once nothing runs beside it.
 * @typedef {{isGood: boolean, counts: Counts, note?: string, failures?: string[], repeat?: () => Promise<Outcome>}} Outcome
 */
/**
 * `label`: another step may run beside it, so each line that it prints begins with this. `isWhole`: see `onlyBy`.
 * `until`: when all of it is to be over, in milliseconds since 1970.
 * @typedef {{node: string, label?: string, isWhole?: boolean, until?: number | undefined}} Run
 */

/**
 * `isAlone`: keeps two cores busy, so that no other step runs beside it. `onlyBy`: what it takes for the step to run; the
 * word `--whole`, with which some steps do more as well, or its own name. `needs`: programs of the machine.
 * @typedef {{name: string, what: string, isAlone?: true, onlyBy?: 'whole' | 'name',
 *   needs?: readonly import('./needs.mjs').Need[], run: (run: Run) => Promise<Outcome>}} Step
 */

/**
 * The steps of `npm test`, cheapest first.
 * @type {readonly Step[]}
 */
export const steps = [
  { name: 'types', what: 'Types of all workspaces', run: checkTypes },
  {
    name: 'style',
    what: 'Format and lint',
    run: checkWith('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  },
  {
    name: 'promises',
    what: 'Floating promises',
    run: checkWith('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  },
  { name: 'boundaries', what: 'Who may import whom', run: runOurs('scripts/checks/boundaries.ts') },
  {
    name: 'unused',
    what: 'Files, exports and packages that nobody uses',
    run: checkWith('knip/bin/knip.js'),
  },
  { name: 'translations', what: 'French and English texts', run: runOurs('scripts/checks/translations.ts') },
  {
    name: 'vocabulary',
    what: 'Names in the words of the field',
    run: runOurs('scripts/checks/vocabulary.ts'),
  },
  { name: 'comments', what: 'Comments that say their noun', run: runOurs('scripts/checks/comments.ts') },
  { name: 'citations', what: 'Cited rows and readings', run: runOurs('scripts/checks/citations.ts') },
  {
    name: 'expressions',
    what: 'Regular expressions that take no longer than the text is long',
    run: runOurs('scripts/checks/regularExpressions.ts'),
  },
  { name: 'contract', what: 'Tests of the contract', run: runVitest('packages/contract') },
  {
    name: 'scripts',
    what: 'Tests of the scripts',
    run: (run) => runVitest('scripts', { settings: withLongTests(run.isWhole) })(run),
  },
  {
    name: 'embedded',
    what: 'All tests of the server on the embedded database',
    isAlone: true,
    onlyBy: 'name',
    run: runVitest('apps/server', { args: ['--project=embedded'] }),
  },
  { name: 'web', what: 'Tests of the pages', isAlone: true, run: runTwice('apps/web') },
  {
    name: 'build',
    what: 'Build of the pages and what sign-in loads',
    isAlone: true,
    run: buildWithinBudget,
  },
  { name: 'server', what: 'Tests of the server', needs: ['calendarReaders', 'postgres'], run: testServer },
  { name: 'journeys', what: 'Journeys in a real browser', needs: ['browser'], run: runJourneys },
  {
    name: 'faults',
    what: 'Kills, power cuts, full disks and bad mail servers, in short',
    isAlone: true,
    onlyBy: 'whole',
    // Their packages start both at the machine's own ports, which nobody asked for on a developer's.
    needs: process.env.CI === 'true' ? ['postgres', 'mailServers'] : ['postgres'],
    run: runFaults,
  },
];

/** @param {Run} run @returns {Promise<Outcome>} */
async function checkTypes(run) {
  for (const folder of [...listWorkspaces(), 'scripts']) {
    const configs = readdirSync(join(root, folder)).filter((name) => /^tsconfig(\.\w+)?\.json$/.test(name));
    if (configs.length === 0)
      return { isGood: false, counts: noTests, note: `${folder} has no tsconfig.json` };
    for (const config of configs) {
      // One checker: several take a third more of the processor, of which the steps beside this one have the other half.
      const tsc = checkWith('typescript/bin/tsc', '--checkers', '1', '-p', `${folder}/${config}`);
      const outcome = await tsc(run);
      if (!outcome.isGood) return { ...outcome, note: `the types of ${folder}/${config}` };
    }
  }
  return { isGood: true, counts: noTests };
}

/** @param {string} tool its program, as a path in node_modules @param {string[]} args @returns {Step['run']} */
function checkWith(tool, ...args) {
  return runOurs(join('node_modules', tool), ...args);
}

/** @param {string} script @param {string[]} args @returns {Step['run']} */
function runOurs(script, ...args) {
  return async ({ node, label }) => {
    const code = await runLabelledIf(label, node, [script, ...args], environmentOf(node));
    return { isGood: code === 0, counts: noTests };
  };
}

/** @typedef {{args?: string[], programs?: string[], settings?: Record<string, string>}} VitestOptions */

/**
 * @param {string} folder
 * @param {VitestOptions} options
 * @param {string} reportName
 * @returns {Step['run']}
 */
function runVitest(folder, { args = [], programs = [], settings = {} } = {}, reportName = folder) {
  return async ({ node, label }) => {
    const [report, outside] = [freshReport(reportName), freshReport(`${reportName}-outside`)];
    const ours = join(import.meta.dirname, 'outsideReporter.mjs');
    const reporters = ['default', 'json', ours].map((reporter) => `--reporter=${reporter}`);
    reporters.push(`--outputFile.json=${report}`);
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const command = [vitest, 'run', '--root', folder, ...reporters, ...args];
    const code = await runLabelledIf(
      label,
      node,
      command,
      environmentOf(node, { ...useMemoryFolder(), OUTSIDE_REPORT: outside, ...settings }, programs),
    );
    const failures = [...listFailures(report, root), ...listFailuresOutside(outside)];
    return { isGood: code === 0, counts: countVitest(report), failures };
  };
}

/** Red in more files than these, a run was not only slow. */
const mostRepeatedFiles = 12;

/** What the faults take: they do not begin later before the end. */
const minutesOfFaults = 8;

/** @param {Run} run @returns {Promise<Outcome>} */
async function testServer(run) {
  findNeed('calendarReaders');
  return runTwice('apps/server', optionsOnDatabases(findNeed('postgres'), run.isWhole))(run);
}

/**
 * As `runVitest`, with its red files once more at the end.
 * @param {string} folder
 * @param {VitestOptions} options
 * @returns {Step['run']}
 */
function runTwice(folder, options = {}) {
  return async (run) => {
    const first = await runVitest(folder, options)(run);
    const firstReport = reportOf(folder);
    const red = listRedFiles(firstReport);
    const isOfFiles = red.length > 0 && listFailuresOutside(reportOf(`${folder}-outside`), red).length === 0;
    if (first.isGood || !isOfFiles || red.length > mostRepeatedFiles) return first;
    // Beside the journeys or on a slow machine a test may miss a time; one that is broken is red twice.
    const alone = { ...options, args: [...(options.args ?? []), '--maxWorkers=1', ...red] };
    return {
      ...first,
      async repeat() {
        const repeated = await runVitest(folder, alone, `${folder}-repeated`)(run);
        return {
          ...repeated,
          counts: addCounts(countVitest(firstReport, red), repeated.counts),
          ...(repeated.isGood && { note: `good, ${red.length} files only when repeated` }),
        };
      },
    };
  };
}

/**
 * One database, unless the run is to be whole: the journeys beside it are on the embedded one.
 * @param {string | null} postgres where it was found
 * @param {boolean | undefined} isWhole
 * @returns {VitestOptions}
 */
function optionsOnDatabases(postgres, isWhole) {
  const long = withLongTests(isWhole);
  if (!postgres) return { args: ['--project=!postgres'], settings: long };
  const programs = postgres === process.env.TEST_DATABASE_URL ? [] : [postgres];
  if (!isWhole) return { programs, args: ['--project=!embedded'], settings: long };
  return { programs, settings: { EMBEDDED_TESTS: 'deep' } };
}

/** @param {boolean | undefined} isWhole @returns {Record<string, string>} */
function withLongTests(isWhole) {
  return isWhole ? {} : { LONG_TESTS: 'none' };
}

/** @param {Run} run @returns {Promise<Outcome>} */
async function buildWithinBudget(run) {
  await buildPages(run.node);
  return runOurs('scripts/checks/budget.ts')(run);
}

/** @param {Run} run @returns {Promise<Outcome>} */
async function runFaults({ node, until = Infinity }) {
  if (Date.now() > until - minutesOfFaults * 60_000)
    return { isGood: true, counts: noTests, note: 'LEFT OUT, since this machine was too slow' };
  findNeed('postgres');
  if (process.env.CI === 'true') findNeed('mailServers');
  // These tests crash PostgreSQL, so they start their own server.
  const programs = findPostgres();
  const report = freshReport('faults');
  const databases = programs ? [] : ['--on', 'embedded'];
  // Timing tests need an idle machine: `npm run faults -- holdUp`.
  const command = [join('faults', 'command.ts'), '--without', 'holdUp', '--report', report, ...databases];
  const code = await runInForeground(node, command, environmentOf(node, {}, programs ? [programs] : []));
  return { isGood: code === 0, counts: countFaults(report) };
}
