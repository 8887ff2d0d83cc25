import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findNode24 } from '../../scripts/setup/node24.mjs';

/** A program of `bench/limits` in its own process: the minimum that does the same job. */
export interface LimitProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends those that a row which failed has left. */
export async function endLimits(): Promise<void> {
  for (const child of running) await ended(child);
}

/** Starts it and resolves when it listens. @throws when it exits before */
export async function startLimit(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<LimitProcess> {
  const file = fileURLToPath(new URL(`../limits/${name}.ts`, import.meta.url));
  const child = spawn(findNode24(), [file], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  running.add(child);
  const port = await Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`bench/limits/${name}.ts ended at once with code ${code}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', endWithUs);
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
