import { spawn } from 'node:child_process';

/**
 * Starts a program that ends with this process, however that ends: of a check that was cut off nothing is to be left. Returns what
 * ends it before.
 */
export function runBeside(command: string, options: readonly string[], env = process.env) {
  const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'TERM', command, ...options], {
    stdio: 'ignore',
    // Apache ends its whole process group.
    detached: true,
    env,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async (): Promise<void> => {
    child.kill();
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  };
}

/** Waits until an address answers, well where `ok`. @throws with its name after a minute */
export async function waitFor(name: string, address: string, { ok = true } = {}): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    if (answer && (answer.ok || !ok)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} has not started`);
}
