// `npm test`: the checks and tests to run before each commit, cheapest first, up to the first failure, two steps side by
// side where each leaves half of the machine idle. `npm test -- --whole`: every journey and the faults too, as CI runs them,
// which adds `--within 80`: on a machine too slow for that many minutes the last journeys and the faults are left out, and it
// says so. `npm test -- types server` runs those two.
import { parseArgs } from 'node:util';
import { findNode24 } from './setup/node24.mjs';
import { Refusal, runScript } from './setup/place.mjs';
import { addCounts, noTests } from './testing/counts.mjs';
import { installNeeds } from './testing/needs.mjs';
import { runInOrder } from './testing/order.mjs';
import { steps } from './testing/steps.mjs';

/** @typedef {import('./testing/steps.mjs').Step} Step */
/** @typedef {import('./testing/steps.mjs').Run} Run */
/** @typedef {import('./testing/steps.mjs').Outcome} Outcome */
/** @typedef {Omit<Outcome, 'repeat'> & {name: string, repeat?: () => Promise<Reported>}} Reported */

await runScript(async () => {
  const { isWhole, within, names } = readOptions(process.argv.slice(2));
  const chosen = chooseSteps(names, isWhole);
  const until = within === undefined ? undefined : Date.now() + within * 60_000;
  installNeeds([...new Set(chosen.flatMap(({ needs = [] }) => needs))]);
  const node = findNode24();
  const results = await runInOrder(chosen, (step, isBeside) =>
    runReported(step, { node, isWhole, until, ...(isBeside && { label: step.name }) }),
  );
  const total = results.map(({ counts }) => counts).reduce(addCounts, noTests);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  const red = results.filter(({ isGood }) => !isGood);
  for (const { name, note, failures = [] } of red) {
    for (const failure of failures) console.error(`  ${failure}`);
    const reason = note ? `: ${note.replace(/\.?$/, '.')}` : '.';
    console.error(`Stopped at "${name}"${reason} Alone: npm test -- ${name}`);
  }
  return red.length === 0 ? 0 : 1;
});

/** @param {string[]} words */
function readOptions(words) {
  const { values, positionals } = parseArgs({
    args: words,
    options: { whole: { type: 'boolean', default: false }, within: { type: 'string' } },
    allowPositionals: true,
  });
  const within = values.within === undefined ? undefined : Number(values.within);
  if (within !== undefined && !(within > 0)) throw new Refusal('--within takes a number of minutes.');
  return { isWhole: values.whole, within, names: positionals };
}

/** @param {string[]} names @param {boolean} isWhole */
function chooseSteps(names, isWhole) {
  for (const name of names) {
    if (steps.some((step) => step.name === name)) continue;
    throw new Refusal(
      `There is no step "${name}". Steps: ${steps.map((step) => step.name).join(' ')}. All of each: --whole`,
    );
  }
  if (names.length > 0) return steps.filter((step) => names.includes(step.name));
  return steps.filter(({ onlyBy }) => !onlyBy || (isWhole && onlyBy === 'whole'));
}

/** @param {Step} step @param {Run} run */
function runReported(step, run) {
  return report(step.name, step.what, () => step.run(run));
}

/**
 * @param {string} name
 * @param {string} what
 * @param {() => Promise<Outcome>} run
 * @returns {Promise<Reported>}
 */
async function report(name, what, run) {
  console.log(`\n── ${name}: ${what}`);
  const began = performance.now();
  const { repeat, ...outcome } = await run().catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { isGood: false, counts: noTests, note: error.message, repeat: undefined };
  });
  const { isGood, counts, note } = outcome;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} tests skipped` : '';
  console.log(`── ${name}: ${isGood ? (note ?? 'good') : 'FAILED'}${skipped} (${seconds} s)`);
  return {
    name,
    ...outcome,
    ...(repeat && { repeat: () => report(name, `${what}: the files that failed, alone`, repeat) }),
  };
}
