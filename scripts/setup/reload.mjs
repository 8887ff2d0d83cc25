import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { exitCodeOf } from './child.mjs';
import { root } from './place.mjs';

/** In milliseconds: an editor saves a file in several writes. */
const settleMilliseconds = 150;

/**
 * Runs a program and restarts it after each change in the folders. Node's own `--watch` sends messages to worker
 * threads, which the embedded database does not expect.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} folders in the project
 * @returns {{kill: (signal: NodeJS.Signals) => void, ended: Promise<number>}}
 */
export function runWithReload(program, args, env, folders) {
  let child = spawnChild();
  let hasChanged = false;
  let isEnding = false;
  let wake = () => {};
  let settling = setTimeout(() => {}, 0);

  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(settling);
      settling = setTimeout(restart, settleMilliseconds);
    }),
  );
  return { kill, ended: runUntilEnded() };

  function spawnChild() {
    return spawn(program, args, { cwd: root, env, stdio: 'inherit' });
  }

  function restart() {
    hasChanged = true;
    child.kill('SIGTERM');
    wake();
  }

  /** @param {NodeJS.Signals} signal */
  function kill(signal) {
    isEnding = true;
    child.kill(signal);
    wake();
  }

  async function runUntilEnded() {
    for (;;) {
      const code = await exitCodeOf(child, program);
      if (!hasChanged && !isEnding && code !== 0) {
        console.log('The API starts again after the next change.');
        await new Promise((resolve) => {
          wake = () => resolve(undefined);
        });
      }
      if (isEnding || !hasChanged) {
        for (const watcher of watchers) watcher.close();
        return code;
      }
      hasChanged = false;
      child = spawnChild();
    }
  }
}
