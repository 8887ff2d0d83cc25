// `npm test`: every check and every test, cheapest first, up to the first failure; where two steps leave half of the
// machine idle, side by side. `npm test -- types server` runs those two.
import { installMissing } from './setup/install.mjs';
import { findNode24 } from './setup/node24.mjs';
import { Refusal, runScript } from './setup/place.mjs';
import { noTests } from './testing/counts.mjs';
import { steps } from './testing/steps.mjs';

/** @typedef {import('./testing/steps.mjs').Step} Step */

await runScript(async () => {
  const chosen = chooseSteps(process.argv.slice(2));
  installMissing();
  const node = findNode24();
  const total = { ...noTests };
  for (const group of groupSteps(chosen)) {
    const results = await Promise.all(group.map((step) => runReported(step, node, group.length > 1)));
    for (const { counts } of results) {
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
    const failed = results.find(({ isGood }) => !isGood);
    if (!failed) continue;
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
    const reason = failed.note ? `: ${failed.note.replace(/\.?$/, '.')}` : '.';
    console.error(`Stopped at "${failed.name}"${reason} Alone: npm test -- ${failed.name}`);
    return 1;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return 0;
});

/** @param {string[]} names */
function chooseSteps(names) {
  for (const name of names) {
    if (steps.some((step) => step.name === name)) continue;
    throw new Refusal(`There is no step "${name}". Steps: ${steps.map((step) => step.name).join(' ')}`);
  }
  return names.length === 0
    ? steps.filter((step) => !step.onlyByName)
    : steps.filter((step) => names.includes(step.name));
}

/**
 * Steps that run side by side, in order: one alone, or those that leave half of the machine idle.
 * @param {readonly Step[]} chosen
 */
function groupSteps(chosen) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of chosen) {
    const last = groups.at(-1);
    if (step.isHalfIdle && last?.[0]?.isHalfIdle) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** @param {Step} step @param {string} node @param {boolean} isBeside */
async function runReported(step, node, isBeside) {
  console.log(`\n── ${step.name}: ${step.what}`);
  const began = performance.now();
  const outcome = await step.run(node, isBeside ? step.name : undefined).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { isGood: false, counts: noTests, note: error.message };
  });
  const { isGood, counts, note } = outcome;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} tests skipped` : '';
  console.log(`── ${step.name}: ${isGood ? (note ?? 'good') : 'FAILED'}${skipped} (${seconds} s)`);
  return { name: step.name, ...outcome };
}
