import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { account, type University } from './university.ts';

const htdocs = '/usr/share/lemonldap-ng/portal/htdocs';
const secret = 'secret-of-this-test';

/** LemonLDAP::NG of Debian's package as the university's provider of OpenID Connect, as docs/single-sign-on.md sets it. */
export async function openLemonLdap(): Promise<University> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}/`;
  for (const name of ['conf', 'cache', 'sessions', 'locks']) mkdirSync(join(folder, name));
  const client: Record<string, unknown> = {
    oidcRPMetaDataOptionsClientID: 'guichet',
    oidcRPMetaDataOptionsClientSecret: secret,
    oidcRPMetaDataOptionsBypassConsent: 1,
    oidcRPMetaDataOptionsUserIDAttr: 'uid',
    oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
    oidcRPMetaDataOptionsRequirePKCE: 1,
  };
  let key = makeKey();
  let keys = 1;
  let server: ChildProcess | null = null;

  function makeKey(): Record<string, string> {
    const file = join(folder, 'key.pem');
    execFileSync('openssl', ['genrsa', '-out', file, '2048'], { stdio: 'ignore' });
    const open = execFileSync('openssl', ['rsa', '-in', file, '-pubout'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { oidcServicePrivateKeySig: readFileSync(file, 'utf8'), oidcServicePublicKeySig: open };
  }

  function write(): void {
    const files = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, 'locks') });
    const settings = {
      cfgNum: 1,
      cfgAuthor: 'test',
      cfgDate: 1,
      portal: issuer,
      domain: '127.0.0.1',
      authentication: 'Demo',
      userDB: 'Same',
      passwordDB: 'Demo',
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      exportedVars: {},
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: files('sessions'),
      persistentStorage: 'Apache::Session::File',
      persistentStorageOptions: files('sessions'),
      localSessionStorage: 'Cache::FileCache',
      localSessionStorageOptions: { cache_root: join(folder, 'cache'), namespace: 'sessions' },
      key: 'key of this test',
      whatToTrace: 'uid',
      securedCookie: 0,
      // No mails to anybody.
      portalDisplayResetPassword: 0,
      portalDisplayRegister: 0,
      issuerDBOpenIDConnectActivation: 1,
      oidcServiceMetaDataIssuer: issuer,
      oidcServiceKeyIdSig: `key${keys}`,
      ...key,
      oidcRPMetaDataOptions: { guichet: client },
      oidcRPMetaDataExportedVars: { guichet: { name: 'cn', email: 'mail', groups: 'groups' } },
      oidcRPMetaDataOptionsExtraClaims: { guichet: { profile: 'groups' } },
      oidcRPMetaDataScopeRules: { guichet: {} },
      oidcRPMetaDataMacros: { guichet: {} },
    };
    writeFileSync(join(folder, 'conf', 'lmConf-1.json'), JSON.stringify(settings));
  }

  writeFileSync(
    join(folder, 'lemonldap-ng.ini'),
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 1, 'cache_root' => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  // Browsers refuse a domain for the cookie of an address of numbers.
  writeFileSync(
    join(folder, 'app.psgi'),
    `use Plack::Builder;
use Plack::Util;
use utf8;
# Loaded though nobody is asked for a picture; it needs packages that draw.
BEGIN { $INC{'GD/SecurityImage.pm'} = __FILE__ }
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;
$Lemonldap::NG::Portal::UserDB::Demo::demoAccounts{${account.name}} =
  { uid => '${account.name}', cn => '${account.fullName}', mail => '${account.email}' };
$Lemonldap::NG::Portal::UserDB::Demo::demoGroups{'${account.group}'} = ['${account.name}'];
my $portal = Lemonldap::NG::Portal::Main->run({});
builder {
  enable 'Static', path => qr{^/static/}, root => '${htdocs}';
  sub {
    my $reply = $portal->(@_);
    s/;\\s*domain=[^;]*//i for @{ $reply->[1] };
    $reply;
  };
};
`,
  );

  async function start(): Promise<void> {
    write();
    const options = ['--listen', `127.0.0.1:${port}`, '--workers', '3', join(folder, 'app.psgi')];
    const env = { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') };
    server = spawn('/usr/bin/starman', options, { env, stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries += 1) {
      const discovery = fetch(`${issuer}.well-known/openid-configuration`);
      const isUp = await discovery.then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await wait(100);
    }
    throw new Error('LemonLDAP::NG has not started');
  }

  async function stop(): Promise<void> {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill();
    await ended;
  }

  await start();
  return {
    name: 'LemonLDAP::NG',
    kind: 'openid',
    fields: { Émetteur: issuer, 'Identifiant du client': 'guichet', 'Secret du client': secret },
    groups: 'groups',
    // This version tells by frames of its own page alone.
    signOut: null,
    async admit(address) {
      client.oidcRPMetaDataOptionsRedirectUris = address;
      await stop();
      await start();
    },
    async signIn(page) {
      await page.locator('#userfield').fill(account.name);
      // The demonstration takes the name for the password.
      await page.locator('#passwordfield').fill(account.name);
      await page.getByRole('button', { name: 'Connect' }).click();
    },
    async confirmSignOut(page) {
      await page.locator('button.positive').click();
    },
    async makeKey() {
      key = makeKey();
      keys += 1;
      await stop();
      await start();
    },
    close() {
      server?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
