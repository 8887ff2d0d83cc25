import { spawn } from 'node:child_process';
import { findNode24 } from '../../../scripts/setup/node24.mjs';
import { compileCache } from '../../../scripts/setup/place.mjs';
import { cliArguments } from '../../../scripts/setup/server.mjs';

export interface Typed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `guichet …` in a folder, with these settings and an empty stdin; returns its output. */
export function typeCommand(
  folder: string,
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Typed> {
  return pipeInto('', folder, settings, ...words);
}

/** The same, with `input` as its stdin. */
export function pipeInto(
  input: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Typed> {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...settings };
  const child = spawn(findNode24(), [...cliArguments, folder, ...words], { cwd: folder, env });
  child.stdin.end(input);
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}

/** Runs `guichet …` on a terminal, where `answers` are typed, each after a question; returns what the terminal shows. */
export function typeAnswers(
  answers: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...settings };
  const line = [findNode24(), ...cliArguments, folder, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: folder, env });
  const left = [...answers];
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (text.endsWith(': ')) child.stdin.write(`${left.shift()}\r`);
  });
  return new Promise((resolve) => child.once('close', () => resolve(shown)));
}
