import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export const portalCore = 0;
export const attackCore = 1;

/**
 * Keeps a process with all its threads on one core, so that an attack costs its victim nothing but what it asks for. Where
 * that cannot be done, or there is one core only, they share as they come.
 */
export function pin(pid: number, core: number): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) return;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  });
}
