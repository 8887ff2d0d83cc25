import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { Refusal, root } from './place.mjs';
import { watchNpm } from './watchParent.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in the foreground from the project's folder; signals to us are forwarded to it.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function runInForeground(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
  forwardSignalsTo(child);
  return exitCodeOf(child, program);
}

/**
 * Like `runInForeground`, for a program that another one runs beside: each line that it prints begins with `label`.
 * @param {string} label
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function runLabelled(label, program, args, env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  forwardSignalsTo(child);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
  // Unlike "exit", this event comes after the last line.
  return exitCodeOf(child, program, 'close');
}

/** @param {string | undefined} label @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} env */
export function runLabelledIf(label, program, args, env) {
  return label ? runLabelled(label, program, args, env) : runInForeground(program, args, env);
}

/** @param {ChildProcess} child */
function forwardSignalsTo(child) {
  child.once(
    'exit',
    forwardSignals((signal) => child.kill(signal)),
  );
}

/**
 * @param {ChildProcess} child
 * @param {string} program
 * @param {'exit' | 'close'} end
 * @returns {Promise<number>}
 */
export function exitCodeOf(child, program, end = 'exit') {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Refusal(`${program} cannot be started: ${error.message}.`)));
    child.once(end, (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

/**
 * Forwards termination signals, and sends one when npm, our parent, has exited.
 * @param {(signal: NodeJS.Signals) => void} send
 * @returns {() => void} stops the forwarding
 */
export function forwardSignals(send) {
  /** @type {(() => void)[]} */
  const forgets = endingSignals.map((signal) => {
    const listener = () => {
      // Ctrl-C in a terminal reaches the children directly; a second signal would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) send(signal);
    };
    process.on(signal, listener);
    return () => void process.off(signal, listener);
  });
  // Started without npm, the process may be meant to outlive the terminal.
  if (process.env.npm_lifecycle_event) forgets.push(watchNpm(() => send('SIGTERM')));
  return () => {
    for (const forget of forgets) forget();
  };
}
