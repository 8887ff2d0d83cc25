import { spawnSync } from 'node:child_process';
import { Refusal } from '../setup/place.mjs';

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
export function runTool(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new Refusal(`${program} cannot be started: ${error.message}.`);
  if (status !== 0) throw new Refusal(`${program} ${args[0]} failed: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}
