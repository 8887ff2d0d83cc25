import { spawn } from 'node:child_process';
import { findNode24 } from '../../../scripts/setup/node24.mjs';
import { compileCache } from '../../../scripts/setup/place.mjs';
import { cliArguments } from '../../../scripts/setup/server.mjs';

export interface Typed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `guichet …` in a folder, with these settings and this stdin; returns its output. */
export function typeCommand(
  folder: string,
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Typed> {
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...settings };
  const child = spawn(findNode24(), [...cliArguments, folder, ...words], { cwd: folder, env });
  child.stdin.end();
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}
