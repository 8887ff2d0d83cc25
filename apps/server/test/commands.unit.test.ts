import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../src/core/runtime/version.ts';
import { pipeInto, typeAnswers, typeCommand } from './typed.ts';

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
    expect(out).toMatch(/\n {2}\[ok\] {3}Guichet \d+\.\d+\.\d+(?: \(commit [\da-f]{10}\))?, Node 24/);
    expect(out).toContain('[warn] PROT is not a setting and changes nothing. Did you mean PORT?\n');
    expect(code).toBe(1);
    expect(out).toContain('[warn] The mail server 127.0.0.1:1 accepts no email – ');
    expect(out).toMatch(
      /\[fail\] Not responding: PostgreSQL – Cannot use PostgreSQL at 127\.0\.0\.1:1, database none: nothing listens there\. Start the server, or correct host and port in DATABASE_URL \(/,
    );
    expect(out + err).not.toMatch(/hunter/);
    const json = await typeCommand(folder, { DATA_DIR: folder, ...ill }, 'doctor', '--json');
    expect({ ...json, out: JSON.parse(json.out) }).toMatchObject({
      code: 1,
      out: {
        hasFailed: true,
        settings: expect.arrayContaining([{ name: 'PORT', value: '3000', isSet: false }]),
        checks: expect.arrayContaining([
          expect.objectContaining({ level: 'fail', line: expect.any(String) }),
        ]),
      },
    });
    expect(json.out).not.toMatch(/hunter/);
  });
});

describe('guichet doctor with a mail server that says nothing', () => {
  it('tells what is known meanwhile, and ends after ten seconds', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const typing = typeCommand(
      folder,
      {
        DATA_DIR: folder,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        LEARNING_PLATFORM: 'moodle',
        MOODLE_URL: 'https://m.example.ca',
        MOODLE_TOKEN: 'x'.repeat(32),
      },
      'doctor',
    );
    await once(server, 'connection');
    const asked = performance.now();
    const { out } = await typing;
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(out).toContain(
      `[warn] The mail server 127.0.0.1:${port} accepts no email – The mail server accepts the connection but `,
    );
    expect(out).not.toContain('built in');
    for (const socket of sockets) socket.destroy();
    server.close();
  }, 60_000);
});

describe('guichet backup', () => {
  it('says in one line that a folder is none', async () => {
    const typed = await typeCommand(folder, { DATA_DIR: folder }, 'backup', '.');
    expect(typed.err).toBe(`${folder} is a folder: add the name of a file to it.\n`);
  });

  it('says in one line that the folder is missing, or that it is none', async () => {
    const backup = (path: string) => typeCommand(folder, { DATA_DIR: folder }, 'backup', path);
    expect(await backup('no/such/all.backup')).toMatchObject({
      code: 1,
      err: `The folder ${join(folder, 'no/such')} does not exist: create it, or choose another. Nothing was written.\n`,
    });
  });
});

describe('guichet import', () => {
  it('says in one line that a folder is no list', async () => {
    const list = ['import', '.', '--system', '3', '--exam', 'X'];
    expect(await typeCommand(folder, { DATA_DIR: folder }, ...list)).toMatchObject({
      code: 1,
      err: `${folder} is a folder: name the file of a list. Nothing was changed.\n`,
    });
  });
});

describe('a command', () => {
  it.each([
    [['bakcup', 'a'], 'Unknown command: bakcup. Did you mean npx guichet backup?\n'],
    [
      ['backup', '-'],
      '“-” is no file: a backup counts only once it is whole. Name a file, then copy it, as with cat or scp.\n',
    ],
    [
      ['restore', '-', '--check'],
      '“-” is no file: a backup is read twice. Put it in a file first, then name that file.\n',
    ],
    [['help', 'nope'], 'Unknown command: nope. See npx guichet help.\n'],
    [
      ['admin'],
      'admin is not a whole command. Those that begin with it: admin create. See npx guichet help.\n',
    ],
    [['import', 'a', '--system', '3'], 'Missing: --exam. See npx guichet import --help.\n'],
    [['import', 'a'], 'Missing: --system, --exam. See npx guichet import --help.\n'],
    [
      ['import', 'a', '--system', 'DC', '--exam', 'X'],
      '--system takes the number of a system, as npx guichet exams shows it.\n',
    ],
    [['admin', 'create', 'nobody'], '“nobody” is not an email address.\n'],
    [
      ['admin', 'create', 'a@b.example', '--promote'],
      '--promote goes with --reset, for an account that exists.\n',
    ],
    [
      ['admin', 'create', 'a@b.example', '--first-name', 'Zoé'],
      '--first-name and --last-name go together, for a new account: 1 to 100 characters each.\n',
    ],
    [['fly'], 'Unknown command: fly. See npx guichet help.\n'],
    [['backup', 'a', '--fast'], 'Unknown option: --fast. See npx guichet backup --help.\n'],
    [['exams', '--jsno'], 'Unknown option: --jsno. Did you mean --json? See npx guichet exams --help.\n'],
    [['backup', 'a', 'b'], 'Unexpected argument: b. See npx guichet backup --help.\n'],
    [
      ['import', 'a', '--exam'],
      'The option --exam has one value too many or too few. See npx guichet import --help.\n',
    ],
    [
      ['import', 'a', '--system', '3', '--exam', 'X', '--language', 'de'],
      '--language de: the choices are fr, en. See npx guichet import --help.\n',
    ],
    [
      ['import', 'a', '--preview=yes'],
      'The option --preview has one value too many or too few. See npx guichet import --help.\n',
    ],
  ])('that is typed wrongly (%j) says so in one line and does nothing', async (words, line) => {
    expect(await typeCommand(folder, { DATA_DIR: folder }, ...words)).toEqual({
      code: 2,
      out: '',
      err: line,
    });
  });

  it('that asks for a password and gets none says so', async () => {
    const dataDir = join(folder, 'asked');
    const typed = await typeCommand(folder, { DATA_DIR: dataDir }, 'admin', 'create', 'a@b.example', '--ask');
    expect(typed).toEqual({
      code: 1,
      out: '',
      err: 'Password: \nNo password was given: with --ask, type it or pipe it in. Nothing was changed.\n',
    });
  }, 60_000);

  it('that asks for a password refuses a common one, as a start does', async () => {
    const settings = { DATA_DIR: join(folder, 'asked') };
    const words = ['admin', 'create', 'weak@uni.ca', '--ask'];
    expect(await pipeInto('P@ssw0rd1\n', folder, settings, ...words)).toMatchObject({
      code: 1,
      err: 'Password: \nIt is a common password, or made of names that anyone here would try first. Nothing was changed.\n',
    });
  }, 60_000);

  it('that asks for a password asks twice on a terminal, shows nothing, and refuses a slip', async () => {
    const settings = { DATA_DIR: join(folder, 'asked') };
    const words = ['admin', 'create', 'a@b.example', '--ask'];
    const slip = ['Premier#Jour1', 'Premier#Juor1'];
    expect(await typeAnswers(slip, folder, settings, ...words)).toBe(
      'Password: \r\nThe same password again: \r\n\r\u001b[KThe two passwords differ. Nothing was changed.\r\n',
    );
  }, 60_000);

  it('is described by its own help, and all of them in few lines', async () => {
    const say = async (...words: string[]) => (await typeCommand(folder, { DATA_DIR: folder }, ...words)).out;
    expect((await say()).split('\n').length).toBeLessThan(25);
    expect(await say('admin', '--help')).toMatch(/^Usage:\n {2}npx guichet admin create EMAIL \[--reset/);
    expect(await say('help', 'import')).toContain('--heading-line: ');
    expect(await say('help', 'import')).toContain('or - for standard input');
    expect(await say('help', '--help')).toBe(await say());
    for (const line of (await say('help', 'import')).split('\n')) expect(line.length).toBeLessThan(101);
    expect(await say()).toMatch(/npx guichet help COMMAND .* npx guichet version /);
    for (const word of ['version', '--version']) expect(await say(word)).toBe(`Guichet ${build}\n`);
  });

  it('that moves from an embedded database says what it supports, and the way', async () => {
    const typed = await typeCommand(
      folder,
      { DATA_DIR: folder },
      'move',
      'postgres://u@h/d',
      '--unit',
      'guichet',
    );
    expect(typed).toMatchObject({ code: 1, out: '' });
    expect(typed.err).toMatch(
      /^move goes from one PostgreSQL server to another, and this portal uses the embedded database\. .* npx guichet restore FILE, [^\n]+\n$/,
    );
  });

  it('uses the language of the machine', async () => {
    const { out } = await typeCommand(folder, { LANG: 'fr_CA.UTF-8' }, 'help');
    expect(out).toMatch(/^Utilisation :\n {2}npx guichet /);
    const { err } = await typeCommand(folder, { LANG: 'fr_CA.UTF-8' }, 'backup', 'a', '--fast');
    expect(err).toBe('Option inconnue\u00a0: --fast. Voyez npx guichet backup --help.\n');
    // The refusals of what commands call, too.
    const french = { LANG: 'fr_CA.UTF-8', DATA_DIR: join(folder, 'french') };
    const absent = await typeCommand(folder, french, 'restore', 'none.backup');
    expect(absent.err).toBe(`${folder}/none.backup n’existe pas. Rien n’a été modifié.\n`);
    const order = ['--system', '3', '--exam', 'X'];
    const noList = await typeCommand(folder, french, 'import', 'none.csv', ...order);
    expect(noList).toMatchObject({ code: 1, err: absent.err.replace('.backup', '.csv') });
    const piped = await pipeInto('a,b', folder, french, 'import', '-', ...order);
    expect(piped.err).toMatch(/^Il n’y a pas de base de données dans/);
    const full = { ...french, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' };
    const refused = await typeCommand(folder, full, 'backup', 'a.backup');
    expect(refused.err).toMatch(
      /^Impossible d’utiliser PostgreSQL à l’adresse 127\.0\.0\.1:1, base none\u00a0: rien n’y écoute\./,
    );
  });
});
