import { afterEach, expect, test, vi } from 'vitest';
import { runLabelled } from './child.mjs';

afterEach(() => vi.restoreAllMocks());

test('a program beside another one is told by the label of each of its lines, down to the last', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const program =
    'console.log("one\\ntwo"); console.error("three"); process.stdout.write("last"); process.exitCode = 3';
  expect(await runLabelled('server', process.execPath, ['-e', program], process.env)).toBe(3);
  expect(log.mock.calls.flat().sort()).toEqual([
    'server │ last',
    'server │ one',
    'server │ three',
    'server │ two',
  ]);
});
