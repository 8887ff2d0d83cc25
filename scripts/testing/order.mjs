/** On two cores. */
const mostAtOnce = 2;

/**
 * Runs steps in their order, two side by side unless one of them is to be alone, and begins none once one has failed.
 * @template {{isAlone?: true}} Step
 * @template Result
 * @param {readonly Step[]} steps
 * @param {(step: Step, isBeside: boolean) => Promise<Result>} run `isBeside`: another may run beside it
 * @param {(result: Result) => boolean} isGood
 * @returns {Promise<Result[]>} of the steps that ran, in the order in which they ended
 */
export async function runInOrder(steps, run, isGood) {
  /** @type {Result[]} */
  const results = [];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  for (const step of steps) {
    await waitUntilFewer(running, step.isAlone ? 1 : mostAtOnce);
    if (!results.every(isGood)) break;
    const end = run(step, !step.isAlone && steps.length > 1).then((result) => {
      results.push(result);
      running.delete(end);
    });
    running.add(end);
    if (step.isAlone) await end;
  }
  await Promise.all(running);
  return results;
}

/** @param {Set<Promise<void>>} running @param {number} count */
async function waitUntilFewer(running, count) {
  while (running.size >= count) await Promise.race(running);
}
