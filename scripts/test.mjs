// `npm test`: every check and every test, cheapest first, up to the first failure. `npm test -- types server` runs
// those two.
import { installMissing } from './setup/install.mjs';
import { findNode24 } from './setup/node24.mjs';
import { Refusal, runScript } from './setup/place.mjs';
import { noTests } from './testing/counts.mjs';
import { steps } from './testing/steps.mjs';

await runScript(async () => {
  const chosen = chooseSteps(process.argv.slice(2));
  installMissing();
  const node = findNode24();
  const total = { ...noTests };
  for (const step of chosen) {
    console.log(`\n── ${step.name}: ${step.what}`);
    const { isGood, counts, note, seconds } = await runTimed(step, node);
    total.passed += counts.passed;
    total.failed += counts.failed;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} tests skipped` : '';
    console.log(`── ${step.name}: ${isGood ? (note ?? 'good') : 'FAILED'}${skipped} (${seconds} s)`);
    if (!isGood) {
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      const reason = note ? `: ${note.replace(/\.?$/, '.')}` : '.';
      console.error(`Stopped at "${step.name}"${reason} Alone: npm test -- ${step.name}`);
      return 1;
    }
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

/** @param {import('./testing/steps.mjs').Step} step @param {string} node */
async function runTimed(step, node) {
  const began = performance.now();
  const outcome = await step.run(node).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { isGood: false, counts: noTests, note: error.message };
  });
  return { ...outcome, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}
