import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeApache } from './apache.ts';
import { waitFor } from './beside.ts';
import { account, type University } from './university.ts';

const program = '/usr/share/lemonldap-ng/portal';
const secret = 'secret-of-this-test';

/** LemonLDAP::NG of Debian's package, behind its Apache, as the university's provider of OpenID Connect, as docs/single-sign-on.md sets it. */
export async function openLemonLdap(): Promise<University> {
  const apache = await makeApache('127.0.0.1');
  const { folder } = apache;
  const issuer = `${apache.address}/`;
  for (const name of ['conf', 'cache', 'sessions', 'locks', 'fcgid']) {
    mkdirSync(join(folder, name));
    // Written by the user of Apache.
    chmodSync(join(folder, name), 0o777);
  }
  const client: Record<string, unknown> = {
    oidcRPMetaDataOptionsClientID: 'guichet',
    oidcRPMetaDataOptionsClientSecret: secret,
    oidcRPMetaDataOptionsBypassConsent: 1,
    oidcRPMetaDataOptionsUserIDAttr: 'uid',
    oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
    oidcRPMetaDataOptionsRequirePKCE: 1,
  };
  let versions = 0;
  let key = makeKey();

  function makeKey(): Record<string, string> {
    const file = join(folder, 'key.pem');
    execFileSync('openssl', ['genrsa', '-out', file, '2048'], { stdio: 'ignore' });
    const open = execFileSync('openssl', ['rsa', '-in', file, '-pubout'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return {
      oidcServicePrivateKeySig: readFileSync(file, 'utf8'),
      oidcServicePublicKeySig: open,
      oidcServiceKeyIdSig: `key${versions}`,
    };
  }

  function write(): void {
    versions += 1;
    const files = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, 'locks') });
    const settings = {
      cfgNum: versions,
      cfgAuthor: 'test',
      cfgDate: versions,
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
      // With its own default, which names no host, this version ends at once.
      locationRules: { 'portal.test': { default: 'deny' } },
      securedCookie: 0,
      // No mails to anybody.
      portalDisplayResetPassword: 0,
      portalDisplayRegister: 0,
      issuerDBOpenIDConnectActivation: 1,
      oidcServiceMetaDataIssuer: issuer,
      ...key,
      oidcRPMetaDataOptions: { guichet: client },
      oidcRPMetaDataExportedVars: { guichet: { name: 'cn', email: 'mail', groups: 'groups' } },
      // Takes the place of what a scope has by itself.
      oidcRPMetaDataOptionsExtraClaims: { guichet: { profile: 'name groups' } },
      oidcRPMetaDataScopeRules: { guichet: {} },
      oidcRPMetaDataMacros: { guichet: {} },
    };
    writeFileSync(join(folder, 'conf', `lmConf-${versions}.json`), JSON.stringify(settings));
  }

  const ini = apache.write(
    'lemonldap-ng.ini',
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 1, 'cache_root' => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = ${program}/templates
languages = en
`,
  );
  // Browsers refuse a domain for the cookie of an address of numbers.
  const script = apache.write(
    'portal.fcgi',
    `#!/usr/bin/perl
use utf8;
# Loaded though nobody is asked for a picture; it needs packages that draw.
BEGIN { $INC{'GD/SecurityImage.pm'} = __FILE__ }
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;
use Plack::Handler::FCGI;
$Lemonldap::NG::Portal::UserDB::Demo::demoAccounts{${account.name}} =
  { uid => '${account.name}', cn => '${account.fullName}', mail => '${account.email}' };
$Lemonldap::NG::Portal::UserDB::Demo::demoGroups{'${account.group}'} = ['${account.name}'];
my $portal = Lemonldap::NG::Portal::Main->run({});
Plack::Handler::FCGI->new->run(sub {
  my $reply = $portal->(@_);
  s/;\\s*domain=[^;]*//i for @{ $reply->[1] };
  $reply;
});
`,
  );
  chmodSync(script, 0o755);

  /** Started anew, it reads its settings at once. */
  async function start(): Promise<void> {
    write();
    await apache.start(
      `LoadModule fcgid_module /usr/lib/apache2/modules/mod_fcgid.so
FcgidIPCDir ${folder}/fcgid
FcgidProcessTableFile ${folder}/fcgid/processes
FcgidInitialEnv LLNG_DEFAULTCONFFILE ${ini}
FcgidMaxProcessesPerClass 2
Alias /static ${program}/htdocs/static
<Directory ${program}/htdocs/static>
  Require all granted
</Directory>
Alias / ${script}/
<Directory ${folder}>
  Options +ExecCGI
  SetHandler fcgid-script
  # The portal sends its secret in this header.
  CGIPassAuth On
</Directory>`,
    );
    await waitFor('LemonLDAP::NG', `${issuer}.well-known/openid-configuration`);
  }

  await start();
  return {
    name: 'LemonLDAP::NG',
    kind: 'openid',
    fields: { Émetteur: issuer, 'Identifiant du client': 'guichet', 'Secret du client': secret },
    groups: 'groups',
    // This version tells by a frame that names the person and no session: anybody could load it.
    signOut: null,
    async admit(address) {
      client.oidcRPMetaDataOptionsRedirectUris = address;
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
      await start();
    },
    close: apache.close,
  };
}
