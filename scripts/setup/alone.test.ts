import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './place.mjs';

/** Builds for a while, or until it is killed; the answer is what it printed. */
function build(lock: string, milliseconds: number) {
  const program = `
    import { runAlone } from './scripts/setup/alone.mjs';
    await runAlone(async () => {
      console.log('begins');
      await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
      console.log('ends');
    }, ${JSON.stringify(lock)});`;
  const env = { ...process.env, LC_ALL: 'C' };
  const child = spawn('node', ['--input-type=module', '-e', program], { cwd: root, env });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, ended: new Promise<string>((resolve) => child.once('close', () => resolve(said))) };
}

it('two commands of one clone build one after the other, and a killed one holds nobody up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-alone-'));
  const lock = join(folder, '.building');
  const killed = build(lock, 60_000);
  await expect.poll(() => existsSync(lock) && readFileSync(lock, 'utf8')).toBe(`${killed.child.pid}`);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const first = build(lock, 1500);
  await expect.poll(() => existsSync(lock) && readFileSync(lock, 'utf8')).toBe(`${first.child.pid}`);
  const second = build(lock, 0);
  const ends: string[] = [];
  const [one, other] = await Promise.all([
    first.ended.finally(() => ends.push('first')),
    second.ended.finally(() => ends.push('second')),
  ]);
  expect(one).toBe('begins\nends\n');
  expect(other).toMatch(
    new RegExp(
      `^Another command is building here \\(process ${first.child.pid}\\); this one waits [^\\n]+\\nbegins\\nends\\n$`,
    ),
  );
  expect(ends).toEqual(['first', 'second']);
  expect(existsSync(lock)).toBe(false);
  // Where nothing can be written, nothing can be built either.
  expect(await build(join(folder, 'none', 'x'), 0).ended).toBe('begins\nends\n');
  rmSync(folder, { recursive: true });
}, 30_000);
