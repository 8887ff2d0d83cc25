import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export const portalCore = 0;
export const attackCore = 1;

/**
 * Pins a process with all its threads to one core, so that an attack does not compete with the portal for CPU. Without
 * support, or with one core only, they share.
 */
export function pin(pid: number, core: number): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) return;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  });
}
