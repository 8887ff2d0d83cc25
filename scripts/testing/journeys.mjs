import { join } from 'node:path';
import { runLabelledIf } from '../setup/child.mjs';
import { environmentOf } from '../setup/node24.mjs';
import { buildPagesIfChanged } from '../setup/pages.mjs';
import {
  addCounts,
  countPlaywright,
  countRepeated,
  listFailedJourneys,
  listFailuresOutside,
  noTests,
} from './counts.mjs';
import { useMemoryFolder } from './memoryFolder.mjs';
import { findNeed } from './needs.mjs';
import { freshReport, reportOf } from './reports.mjs';

/** @typedef {import('./steps.mjs').Run} Run */
/** @typedef {import('./steps.mjs').Outcome} Outcome */

/** Red in more journeys than these, a run was not only slow. */
const mostRepeatedJourneys = 8;

/** Before the end no journey begins any more, so that those that failed can be repeated. */
const minutesWithoutNewJourneys = 15;

/** @param {Run} run @returns {Promise<Outcome>} */
export async function runJourneys(run) {
  const browser = findNeed('browser');
  if (!browser) return { isGood: true, counts: noTests, note: 'skipped' };
  await buildPagesIfChanged(run.node);
  const begunUntil = run.until && { JOURNEYS_UNTIL: String(run.until - minutesWithoutNewJourneys * 60_000) };
  const first = await runPlaywright(run, 'e2e', [], { CHROMIUM: browser, ...begunUntil });
  const red = first.counts.failed;
  const isOfJourneys = red > 0 && listFailuresOutside(reportOf('e2e')).length === 0;
  if (first.isGood || !isOfJourneys || red > mostRepeatedJourneys) return first;
  return {
    ...first,
    async repeat() {
      const alone = ['--last-failed', '--workers=1', '--retries=0'];
      const repeated = await runPlaywright(run, 'e2e-repeated', alone, { CHROMIUM: browser });
      return {
        ...repeated,
        counts: addCounts({ ...first.counts, failed: 0 }, repeated.counts),
        ...(repeated.isGood && { note: `good, ${red} journeys only when repeated alone` }),
      };
    },
  };
}

/**
 * @param {Run} run
 * @param {string} reportName
 * @param {string[]} args
 * @param {Record<string, string>} settings
 * @returns {Promise<Outcome>}
 */
async function runPlaywright({ node, label, isWhole }, reportName, args, settings) {
  const report = freshReport(reportName);
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const env = environmentOf(node, {
    ...settings,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(!isWhole && { JOURNEYS: 'line' }),
    ...useMemoryFolder(),
  });
  const code = await runLabelledIf(label, node, [playwright, 'test', '--config', 'e2e', ...args], env);
  const repeated = countRepeated(report);
  return {
    isGood: code === 0,
    counts: countPlaywright(report),
    failures: [...listFailedJourneys(report), ...listFailuresOutside(report)],
    ...(repeated > 0 && { note: `good, ${repeated} of them only when repeated` }),
  };
}
