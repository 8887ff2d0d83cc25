import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wordsIn } from '../terminal/command.ts';
import { openSettings } from './settingsFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'guichet-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'laval.env');
const terminal = { t: wordsIn('en') };
const [from, to] = ['postgres://guichet:a$1b@one/laval', 'postgres://guichet:c$&d@two/laval?max=4'];

async function replaced(text: string): Promise<string> {
  writeFileSync(file, text, { mode: 0o640 });
  const settings = await openSettings(file, terminal);
  await settings.prepare(to);
  expect(readFileSync(file, 'utf8')).toBe(text);
  await settings.replace();
  return readFileSync(file, 'utf8');
}

describe('the settings of a portal that moves', () => {
  it('keep all but the address: comments, quotes, other lines, ends of lines, mode', async () => {
    const text = (url: string) =>
      `# DATABASE_URL=${from}\r\nPORT=3001\r\nexport DATABASE_URL='${url}' # ours\r\nREPLICA_URL=\r\n`;
    expect(await replaced(text(from))).toBe(text(to));
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('are as they were after restore, and a link to them stays one', async () => {
    const link = join(folder, '.env');
    symlinkSync(file, link);
    writeFileSync(file, `DATABASE_URL=${from}`);
    const settings = await openSettings(link, terminal);
    await settings.prepare(to);
    await settings.replace();
    expect(readFileSync(link, 'utf8')).toBe(`DATABASE_URL=${to}`);
    await settings.restore();
    expect(readFileSync(file, 'utf8')).toBe(`DATABASE_URL=${from}`);
  });

  it('are refused where a reader of such files would not read the address back, and where there are none', async () => {
    writeFileSync(file, `DATABASE_URL=${from}`);
    const settings = await openSettings(file, terminal);
    await expect(settings.prepare('postgres://two/laval #')).rejects.toThrow('write it on one line');
    await expect(openSettings(join(folder, 'no.env'), terminal)).rejects.toThrow('There is no settings file');
  });
});
