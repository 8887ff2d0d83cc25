import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace } from './database/testDatabase.ts';
import { longTest } from './longTest.ts';
import { signInTo } from './processClient.ts';
import { typeCommand } from './typed.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };

longTest(
  'guichet replace-keys --secret-key replaces a key that may have leaked, asks first, and leaves a portal that runs alone',
  async () => {
    const place = await makeTestPlace();
    const dataDir = mkdtempSync(join(tmpdir(), 'guichet-leaked-'));
    const { databaseUrl } = place.options;
    const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const first = { BOOTSTRAP_ADMIN_EMAIL: admin.email, BOOTSTRAP_ADMIN_PASSWORD: admin.password };
    const readKey = () => readFileSync(join(dataDir, 'secret.key'), 'utf8');
    const type = (...more: string[]) =>
      typeCommand(dataDir, { ...settings, LC_ALL: 'C' }, 'replace-keys', ...more);
    const portal = await PortalProcess.start({ ...settings, ...first });
    const leaked = readKey();
    const client = await signInTo(portal.url, admin.email, admin.password);
    expect((await client.get('/api/home')).status).toBe(200);
    const keysOf = async () => (await fetch(`${portal.url}/oidc/jwks`)).json();
    const published = await keysOf();
    expect(published).toMatchObject({ keys: [expect.anything()] });

    expect(await type('--secret-key', '--yes')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^A server is (?:using this|connected to the) database: stop it first\. Nothing was changed\.\n$/,
      ),
    });
    await portal.stop();
    expect((await type('--secret-key')).err).toMatch(/^This command asks a question, and no one can answer/);
    expect(readKey()).toBe(leaked);

    const out = `Secret key replaced (${join(dataDir, 'secret.key')}). Give it to every server process, then start the portal.\n`;
    const replaced = await type('--secret-key', '--yes');
    expect(replaced).toMatchObject({ code: 0, err: '', out: expect.stringContaining(out) });
    expect(replaced.out).toMatch(
      /\nEarlier backups keep the former key: make one now, with npx guichet backup FILE\.\n$/,
    );
    expect(readKey()).not.toBe(leaked);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);

    await portal.startAgain();
    expect((await client.get('/api/home')).status).toBe(401);
    const again = await signInTo(portal.url, admin.email, admin.password);
    expect((await again.get('/api/home')).status).toBe(200);
    expect(await keysOf()).not.toEqual(published);
    await portal.stop();

    const set = { ...settings, LC_ALL: 'C', SECRET_KEY: readKey() };
    const replace = (secret: string) =>
      typeCommand(dataDir, { ...set, SECRET_KEY: secret }, 'replace-keys', '--secret-key', '--yes');
    expect(await replace(readKey())).toMatchObject({
      code: 1,
      err: 'SECRET_KEY is still the former key: give it a new value first. Nothing was changed.\n',
    });
    expect(await replace('another key of 32 characters or more')).toMatchObject({ code: 0, err: '' });
    await expect(portal.startAgain()).rejects.toThrow('This database is used with another secret key');
    await portal.startAgain({ SECRET_KEY: 'another key of 32 characters or more' });
    await portal.stop();
    portal.removeData();
    await place.remove();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
