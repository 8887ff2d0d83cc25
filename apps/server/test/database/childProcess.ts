import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { nodeArguments } from '../../../../scripts/setup/server.mjs';
import type { DatabaseOptions } from '../../src/core/database/database.ts';

/** A program of `children/` in a child process. */
export interface Child {
  readonly pid: number;
  /** The lines it has printed so far. */
  readonly lines: readonly string[];
  readonly errors: readonly string[];
  /** Resolves when a line with this prefix was printed, or the process has ended. */
  printed(start: string): Promise<void>;
  kill(): Promise<void>;
  /** Resolves with its exit code when it ends by itself. */
  ended(): Promise<number | null>;
}

/** Starts `children/<name>.ts` on a database, with the options of the server; it is killed at the end of the test. */
export function startChild(name: string, { databaseUrl, dataDir }: DatabaseOptions): Child {
  const program = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...nodeArguments, program, databaseUrl ?? '', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = gather(child, 'stdout');
  const errors = gather(child, 'stderr');
  return {
    pid: child.pid ?? 0,
    lines,
    errors,
    async printed(start) {
      const hasPrinted = new Promise<void>((resolve) => {
        const look = () => lines.some((line) => line.startsWith(start)) && resolve();
        child.stdout?.on('data', () => setImmediate(look));
        look();
      });
      await Promise.race([hasPrinted, closed]);
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

function gather(child: ChildProcess, stream: 'stdout' | 'stderr'): string[] {
  const lines: string[] = [];
  const input = child[stream];
  if (input) createInterface({ input }).on('line', (line) => lines.push(line));
  return lines;
}
