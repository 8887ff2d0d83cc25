/** On two cores. */
const mostAtOnce = 2;

/**
 * Runs steps in their order, two side by side unless one of them is to be alone, and begins none once one has failed.
 * @template {{isAlone?: true}} Step
 * @template {{isGood: boolean, repeat?: () => Promise<Result>}} Result `repeat`: what failed beside another may be good
 *   alone; it is called once nothing runs beside it, and what it returns takes the place of the result
 * @param {readonly Step[]} steps
 * @param {(step: Step, isBeside: boolean) => Promise<Result>} run `isBeside`: another may run beside it
 * @returns {Promise<Result[]>} of the steps that ran, in the order in which they ended
 */
export async function runInOrder(steps, run) {
  /** @type {Result[]} */
  const results = [];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  for (const step of steps) {
    await waitUntilFewer(running, step.isAlone ? 1 : mostAtOnce);
    await repeatAlone(results, running);
    if (!results.every(({ isGood }) => isGood)) break;
    const end = run(step, !step.isAlone && steps.length > 1).then((result) => {
      results.push(result);
      running.delete(end);
    });
    running.add(end);
    if (step.isAlone) await end;
  }
  await Promise.all(running);
  await repeatAlone(results, running);
  return results;
}

/**
 * @template {{repeat?: () => Promise<Result>}} Result
 * @param {Result[]} results of which those that can be repeated are replaced
 * @param {Set<Promise<void>>} running what is waited for first
 */
async function repeatAlone(results, running) {
  if (!results.some(({ repeat }) => repeat)) return;
  await Promise.all(running);
  for (const [index, { repeat }] of results.entries()) if (repeat) results[index] = await repeat();
}

/** @param {Set<Promise<void>>} running @param {number} count */
async function waitUntilFewer(running, count) {
  while (running.size >= count) await Promise.race(running);
}
