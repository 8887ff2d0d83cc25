import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pin } from '../places/cores.ts';

/** Counters of an attack: requests made and replies, by name. */
export type Counts = Readonly<Record<string, number>>;

/** Starts the module of an attack in a separate process; resolves once it has begun. */
export async function startAttack(
  module: URL,
  order: object,
  core: number,
): Promise<{ stop(): Promise<Counts> }> {
  const child = fork(fileURLToPath(module), [JSON.stringify(order)]);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  pin(child.pid ?? 0, core);
  await once(child, 'message');
  return {
    async stop() {
      const told = once(child, 'message');
      child.send('stop');
      const [counts] = (await told) as [Counts];
      child.kill('SIGKILL');
      return counts;
    },
  };
}
