import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pin } from '../places/cores.ts';

/** Counters of an attack: requests made and replies, by name. */
export type Counts = Readonly<Record<string, number>>;

const mostAsked = 600;

/** Starts the module of an attack in a separate process; resolves once it has begun. */
export async function startAttack(
  module: URL,
  order: object,
  core: number,
): Promise<{ stop(isEnough: (counts: Counts) => boolean): Promise<Counts> }> {
  const child = fork(fileURLToPath(module), [JSON.stringify(order)]);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  pin(child.pid ?? 0, core);
  await once(child, 'message');
  return {
    /** Goes on until there are enough replies, for a minute at most. */
    async stop(isEnough) {
      for (let asked = 1; ; asked++) {
        const told = once(child, 'message');
        child.send('count');
        const [counts] = (await told) as [Counts];
        if (!isEnough(counts) && asked < mostAsked) await wait(100);
        else {
          child.kill('SIGKILL');
          return counts;
        }
      }
    },
  };
}
