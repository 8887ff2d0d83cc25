import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { runBeside, waitFor } from './beside.ts';
import { account, type University } from './university.ts';

const program = '/usr/share/simplesamlphp/www';
const password = 'mot de passe';

/** SimpleSAMLphp of Debian's package as the university's provider of SAML, with a person who is in its accounts. */
export async function openSimpleSaml(): Promise<University> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  const address = `http://127.0.0.1:${await findFreePort()}`;
  for (const name of ['cert', 'metadata', 'log', 'data', 'tmp', 'session']) mkdirSync(join(folder, name));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), `<?php\n${text}\n`);
  let keys = 0;

  /** Makes the key that signs from now on. */
  function makeKey(): void {
    const name = `idp${++keys}`;
    const [key, certificate] = ['pem', 'crt'].map((end) => join(folder, 'cert', `${name}.${end}`));
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=idp.test', '-days', '30'];
    execFileSync('openssl', [...made, '-keyout', key ?? '', '-out', certificate ?? ''], { stdio: 'ignore' });
    write(
      'metadata/saml20-idp-hosted.php',
      `$metadata['${address}/idp'] = ['host' => '__DEFAULT__', 'privatekey' => '${name}.pem', 'certificate' => '${name}.crt',
  'auth' => 'people', 'authproc' => [3 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid']],
  'sign.logout' => true, 'redirect.sign' => true];`,
    );
  }

  write(
    'config.php',
    `$config = ['baseurlpath' => '${address}/', 'certdir' => '${folder}/cert/', 'loggingdir' => '${folder}/log/',
  'datadir' => '${folder}/data/', 'tempdir' => '${folder}/tmp', 'metadatadir' => '${folder}/metadata/',
  'attributenamemapdir' => '/etc/simplesamlphp/attributemap/', 'technicalcontact_name' => 'x', 'technicalcontact_email' => 'x@idp.test',
  'timezone' => 'UTC', 'secretsalt' => 'salt of this test', 'auth.adminpassword' => 'not used here', 'admin.checkforupdates' => false,
  'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'store.type' => 'phpsession', 'session.cookie.secure' => false, 'session.cookie.name' => 'idp', 'session.phpsession.savepath' => '${folder}/session',
  'session.phpsession.cookiename' => 'idpphp', 'session.duration' => 3600, 'logging.handler' => 'file', 'language.default' => 'en',
  'language.available' => ['en'], 'metadata.sources' => [['type' => 'flatfile']], 'showerrors' => true, 'errorreporting' => false];`,
  );
  write(
    'authsources.php',
    `$config = ['people' => ['exampleauth:UserPass', '${account.name}:${password}' => ['uid' => ['${account.name}'],
  'mail' => ['${account.email}'], 'displayName' => ['${account.fullName}'], 'isMemberOf' => ['tous', '${account.group}']]]];`,
  );
  makeKey();
  write('metadata/saml20-sp-remote.php', '');

  const end = runBeside(
    '/usr/bin/php',
    ['-d', 'opcache.enable=0', '-S', new URL(address).host, '-t', program],
    {
      ...process.env,
      SIMPLESAMLPHP_CONFIG_DIR: folder,
    },
  );
  const metadata = `${address}/saml2/idp/metadata.php`;
  await waitFor('SimpleSAMLphp', metadata);

  return {
    name: 'SimpleSAMLphp',
    kind: 'saml',
    fields: { 'Identifiant d’entité (entityID)': `${address}/idp`, 'Métadonnées du fournisseur': metadata },
    groups: 'isMemberOf',
    signOut: `${address}/saml2/idp/SingleLogoutService.php?ReturnTo=${address}/`,
    makeKey: async () => makeKey(),
    async admit(portalMetadata) {
      const xml = await (await fetch(portalMetadata)).text();
      const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
      const signOut = read(/SingleLogoutService Binding="[^"]*HTTP-POST" Location="([^"]*)"/);
      write(
        'metadata/saml20-sp-remote.php',
        `$metadata['${read(/entityID="([^"]*)"/)}'] = ['AssertionConsumerService' => '${read(/AssertionConsumerService[^>]*Location="([^"]*)"/)}',
  'SingleLogoutService' => [['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'Location' => '${signOut}']],
  'certData' => '${read(/X509Certificate>([^<]*)</)}', 'validate.authnrequest' => true, 'redirect.validate' => true,
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'simplesaml.nameidattribute' => 'uid'];`,
      );
    },
    async signIn(page) {
      await page.locator('#username').fill(account.name);
      await page.locator('#password').fill(password);
      await page.locator('#submit_button').click();
    },
    confirmSignOut: async () => undefined,
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
