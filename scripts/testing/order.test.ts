import { describe, expect, it } from 'vitest';
import { runInOrder } from './order.mjs';

interface Step {
  name: string;
  isAlone?: true;
}

interface Result {
  isGood: boolean;
  repeat?: () => Promise<Result>;
}

describe('steps in their order', () => {
  it('run two side by side, and one that is to be alone after all before it', async () => {
    const steps: Step[] = [
      { name: 'a' },
      { name: 'b' },
      { name: 'c' },
      { name: 'd', isAlone: true },
      { name: 'e' },
    ];
    const { beside, run } = observe({});
    await runInOrder(steps, run);
    expect(beside).toEqual({ a: ['b', 'c'], b: ['a'], c: ['a'], d: [], e: [] });
  });

  it('end with those that run when one fails, and begin no other', async () => {
    const steps: Step[] = [{ name: 'a' }, { name: 'bad' }, { name: 'c' }];
    const { beside, run } = observe({ bad: false });
    expect(await runInOrder(steps, run)).toEqual([{ isGood: false }, { isGood: true }]);
    expect(Object.keys(beside)).toEqual(['a', 'bad']);
  });

  it.each([true, false])(
    'repeat what can be repeated alone, then go on if that is good: %s',
    async (isGood) => {
      const steps: Step[] = [{ name: 'a' }, { name: 'bad' }, { name: 'c' }];
      const { beside, run } = observe({});
      const repeat = () => run({ name: 'bad again' }).then(() => ({ isGood }));
      const results = await runInOrder<Step, Result>(steps, async (step) => {
        const result = await run(step);
        return step.name === 'bad' ? { isGood: false, repeat } : result;
      });
      expect(results).toEqual([{ isGood }, { isGood: true }, ...(isGood ? [{ isGood: true }] : [])]);
      expect(beside).toEqual({ a: ['bad'], bad: ['a'], 'bad again': [], ...(isGood && { c: [] }) });
    },
  );

  it('know whether another may run beside them', async () => {
    const told: [string, boolean][] = [];
    const run = async (step: Step, isBeside: boolean) => {
      told.push([step.name, isBeside]);
      return { isGood: true };
    };
    await runInOrder([{ name: 'a' }, { name: 'b' }, { name: 'c', isAlone: true }], run);
    await runInOrder([{ name: 'single' }], run);
    expect(told).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
      ['single', false],
    ]);
  });
});

/** A run of steps of which the first takes longest; `beside` names those that ran while one did. */
function observe(results: Record<string, boolean>) {
  const beside: Record<string, string[]> = {};
  const running = new Set<string>();
  const run = async ({ name }: Step) => {
    for (const other of running) beside[other]?.push(name);
    beside[name] = [...running];
    running.add(name);
    await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 60 : 15));
    running.delete(name);
    return { isGood: results[name] ?? true };
  };
  return { beside, run };
}
