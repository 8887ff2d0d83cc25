import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from './typed.ts';

// What a command says before it needs a database, or of one that is not there.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('guichet doctor', () => {
  it('reports problems, and shows no password', async () => {
    const ill = {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none',
      SMTP_URL: 'smtp://u:hunter3@127.0.0.1:1',
    };
    const slip = { PROT: '4100' };
    const { code, out, err } = await typeCommand(folder, { DATA_DIR: folder, ...ill, ...slip }, 'doctor');
    expect(out).toMatch(/\n {2}\[ok\] {3}Guichet \d+\.\d+\.\d+, Node 24/);
    expect(out).toContain('[warn] PROT is not a setting and changes nothing. Did you mean PORT?\n');
    expect(code).toBe(1);
    expect(out).toContain('[fail] The mail server 127.0.0.1:1 accepts no email – ');
    expect(out).toMatch(
      /\[fail\] Not responding: PostgreSQL – Cannot use PostgreSQL at 127\.0\.0\.1:1, database none: nothing listens there\. Start the server, or correct host and port in DATABASE_URL \(/,
    );
    expect(out + err).not.toMatch(/hunter/);
  });
});

describe('guichet backup', () => {
  it('says in one line that the folder is missing, or that it is none', async () => {
    const backup = (path: string) => typeCommand(folder, { DATA_DIR: folder }, 'backup', path);
    expect(await backup('no/such/all.backup')).toMatchObject({
      code: 1,
      err: `The folder ${join(folder, 'no/such')} does not exist: create it, or choose another. Nothing was written.\n`,
    });
  });
});

describe('a command', () => {
  it.each([
    [['fly'], 'Unknown command: fly. See guichet help.\n'],
    [['backup', 'a', '--fast'], 'Unknown option: --fast. See guichet backup --help.\n'],
    [['backup', 'a', 'b'], 'Unexpected argument: b. See guichet backup --help.\n'],
    [
      ['import', 'a', '--exam'],
      'The option --exam has one value too many or too few. See guichet import --help.\n',
    ],
    [
      ['import', 'a', '--preview=yes'],
      'The option --preview has one value too many or too few. See guichet import --help.\n',
    ],
  ])('that is typed wrongly (%j) says so in one line and does nothing', async (words, line) => {
    expect(await typeCommand(folder, { DATA_DIR: folder }, ...words)).toEqual({
      code: 2,
      out: '',
      err: line,
    });
  });

  it('uses the language of the machine', async () => {
    const { out } = await typeCommand(folder, { LANG: 'fr_CA.UTF-8' }, 'help');
    expect(out).toMatch(/^Utilisation:\n {2}guichet /);
    const { err } = await typeCommand(folder, { LANG: 'fr_CA.UTF-8' }, 'backup', 'a', '--fast');
    expect(err).toBe('Option inconnue\u00a0: --fast. Voyez guichet backup --help.\n');
  });
});
