import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../apps/server/src/core/runtime/config.ts';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { findNode24 } from '../setup/node24.mjs';
import { root } from '../setup/place.mjs';
import { assembleProgram, listParts } from './program.mjs';

const packaging = join(root, 'packaging');

const isTried = process.platform === 'linux' && process.env.LONG_TESTS !== 'none';

describe.runIf(isTried)('the packed program, alone in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-packed-'));
  const program = join(folder, 'program');
  const guichet = join(program, 'bin', 'guichet');
  let server: ChildProcess | undefined;
  beforeAll(() => assembleProgram(program, findNode24(), { withPages: false }), 120_000);
  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('starts, serves, and ends with exit code 0 when it is told to', async () => {
    const port = await findFreePort();
    const env = { PATH: '/usr/bin:/bin', PORT: `${port}`, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
    server = spawn(guichet, ['serve'], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    let isReady = false;
    for (let tries = 0; tries < 200 && !isReady; tries += 1) {
      await wait(250);
      const answer = await fetch(`http://127.0.0.1:${port}/api/valid/ready`).catch(() => null);
      isReady = answer?.ok === true;
    }
    expect(isReady).toBe(true);
    const doctor = spawnSync(guichet, ['doctor'], { env, encoding: 'utf8' });
    expect(doctor.stdout).toContain('Node 24');
    const { stdout: commit } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' });
    expect(doctor.stdout).toContain(`(commit ${commit.trim()})`);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);

  test('holds no tests', () => {
    const { stdout } = spawnSync('find', [
      program,
      '-name',
      '*.test.ts',
      '-not',
      '-path',
      '*/node_modules/*',
    ]);
    expect(stdout.toString()).toBe('');
  });
});

test('the list of what is inside names Node, and packages of the server and of the pages, with their licences', () => {
  const { components } = JSON.parse(listParts(findNode24()));
  const named = new Map(
    components.map((part: { name: string; licenses?: object[] }) => [part.name, part.licenses]),
  );
  for (const name of ['node', 'fastify', '@electric-sql/pglite', 'react'])
    expect(named.get(name), name).toHaveLength(1);
  for (const name of ['vitest', 'typescript']) expect(named.has(name), name).toBe(false);
}, 60_000);

test.each([
  ['container/compose.yaml', /^ {6}([A-Z_]+): (.+)$/gm],
  ['container/Containerfile', /\b([A-Z_]+)=(\S+)/g],
])('%s sets only settings that exist, with valid values', (file, assignment) => {
  const text = readFileSync(join(packaging, file), 'utf8');
  const [portal = ''] = /^ {2}guichet:\n(?:.+\n)+/m.exec(text) ?? [text];
  const ofOthers = ['BASE', 'NODE_ENV', 'NODE_COMPILE_CACHE'];
  const given = [...portal.matchAll(assignment)].filter(([, name = '']) => !ofOthers.includes(name));
  expect(given.length).toBeGreaterThan(1);
  const values = given.map(([, name = '', value = '']) => [name, filledIn(value)] as const);
  expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
  for (const [name] of values)
    expect(readFileSync(join(root, '.env.example'), 'utf8')).toContain(`# ${name}=`);
});

/** A value of the compose file with its variables filled in: by their default, or by something of 40 characters. */
function filledIn(value: string): string {
  return value.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, given?: string) => given ?? 'x'.repeat(40));
}

test.each(['guichet', 'debian/postinst', 'debian/prerm', 'debian/postrm'])(
  '%s is a script that sh reads',
  (file) => {
    expect(spawnSync('sh', ['-n', join(packaging, file)]).stderr.toString()).toBe('');
  },
);
