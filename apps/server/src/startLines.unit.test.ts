import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Config } from './core/runtime/config.ts';
import { version } from './core/runtime/version.ts';
import { announce, announceFirstAdmin, announceRowSecurityOff } from './startLines.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const local = {
  host: '127.0.0.1',
  port: 4731,
  publicUrl: 'http://localhost:4731',
  databaseUrl: null,
  smtpUrl: null,
  dataDir: '/tmp/guichet',
  timeZone: 'America/Toronto',
};
const open = `Guichet ${version} is open at http://localhost:4731 (press Ctrl+C to stop).`;

/** The lines of a start. */
function linesOf(settings: Partial<Record<keyof Config, unknown>> = {}, heldSince?: string): string[] {
  return printed(() =>
    announce(
      { ...local, ...settings } as unknown as Config,
      heldSince === undefined ? undefined : { backupMadeAt: new Date(heldSince) },
    ),
  );
}

function printed(work: () => void): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line).trimEnd()) > 0);
  work();
  return lines;
}

test.each([join(process.cwd(), 'data'), '/tmp/guichet'])(
  'the address comes first, then the whole path of the data folder, then what is missing: %s',
  (shown) => {
    expect(linesOf({ dataDir: shown })).toEqual([
      open,
      `The data is in ${shown}: without DATABASE_URL the portal uses an embedded database.`,
      `No email is sent: without SMTP_URL each is written to ${shown}/outbox and shown on the outbox page.`,
    ]);
  },
);

test('an outbox folder that cannot be written is told, where mails are files', () => {
  const denied = () => {
    throw Object.assign(new Error(), { code: 'EACCES' });
  };
  const tell = (smtpUrl: string | null) =>
    printed(() => announce({ ...local, smtpUrl } as unknown as Config, undefined, denied)).at(-1);
  expect(tell(null)).toMatch(/may not read and write \/tmp\/guichet\/outbox.+ Give it access again: ch/);
  expect(tell('smtp://localhost')).toMatch(/^The data is in/);
});

test('a mail server beyond this machine without a public address is told, as no mail leaves', () => {
  const settings = { databaseUrl: 'postgres://db', smtpUrl: 'smtp://mail.uni.example.ca' };
  expect(linesOf(settings)).toEqual([
    open,
    'No email is sent until PUBLIC_URL is set: their links would lead to http://localhost:4731.',
  ]);
  expect(linesOf({ ...settings, publicUrl: 'https://portail.uni.example.ca' })).toHaveLength(1);
});

test('the start says by which address people come and where the portal listens, and warns of one without TLS', () => {
  const tell = (publicUrl: string) =>
    linesOf({ publicUrl, databaseUrl: 'postgres://db', smtpUrl: 'smtp://localhost' });
  const listening = (address: string) =>
    `Guichet ${version} is open at ${address}, by your proxy, and listens on http://127.0.0.1:4731 (press Ctrl+C to stop).`;
  expect(tell('https://guichet.rive.example')).toEqual([listening('https://guichet.rive.example')]);
  expect(tell('http://guichet.rive.example')).toEqual([
    listening('http://guichet.rive.example'),
    expect.stringMatching(/^PUBLIC_URL is not https/),
  ]);
});

test('a hold is told with the day and the hour of its backup, in the time zone of the portal', () => {
  expect(linesOf({}, '2026-12-01T02:50:17.123Z')[2]).toContain(
    'since the backup of November\u00a030, 2026 at 9:50\u00a0p.m. (Eastern Time) was restored',
  );
});

test('the lines of a start are French in a French locale', () => {
  vi.stubEnv('LC_ALL', 'fr_CA.UTF-8');
  const [first, second, third] = linesOf({}, '2026-12-01T02:50:17.123Z');
  expect(first).toBe(`Guichet ${version} est ouvert à l’adresse http://localhost:4731 (Ctrl+C l’arrête).`);
  expect(second).toMatch(/^Les données sont dans \/tmp\/guichet/);
  expect(third).toContain('la sauvegarde du 30\u00a0novembre 2026 à 21\u00a0h\u00a050 (heure de l’Est)');
  expect(printed(() => announceFirstAdmin('a@b.example', 'secret')).slice(1)).toEqual([
    '  adresse       a@b.example',
    '  mot de passe  secret',
  ]);
});

test('a role that bypasses row-level security is told with the statement that mends it, in both languages', () => {
  const told = () => printed(() => announceRowSecurityOff('alter role guichet nobypassrls'));
  vi.stubEnv('LC_ALL', 'en_CA.UTF-8');
  expect(told()).toEqual([
    'The database itself does not keep the systems apart: the role of DATABASE_URL bypasses row-level security. Run this as a superuser, then restart the portal: alter role guichet nobypassrls',
  ]);
  vi.stubEnv('LC_ALL', 'fr_CA.UTF-8');
  expect(told()[0]).toMatch(/contourne la sécurité .* superutilisateur.*: alter role guichet nobypassrls$/);
});
