import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { pressOn } from '../fixtures/keyboard.ts';
import { type Apache, makeApache } from './apache.ts';

/** An application whose people the portal signs in. */
export interface Service {
  readonly name: string;
  readonly page: string;
  /** Where people sign out, each with how it tells the portal. */
  readonly signOuts: Readonly<Record<string, string>>;
  /** What a page says where the clock of the portal is ahead: its own before the sign-in, or that of the application after it. */
  readonly clockRefusal: { readonly isAfter: boolean; readonly text: RegExp };
  /** Registers it in the portal, whose form is open, and starts it with what that says. */
  register(page: Page, portalUrl: string): Promise<void>;
  /** Takes new keys of the portal, and where the portal reads its own from an address, makes one of its own. */
  renewKeys(portalUrl: string): Promise<void>;
  close(): Promise<void>;
}

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Inscrire une application' });

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await formOf(page).getByRole('textbox', { name: label, exact: true }).fill(text);
  await formOf(page).getByLabel('Qui peut entrer').selectOption('DC');
  await formOf(page).getByLabel('Les rôles dans ce programme').check();
}

const submit = (page: Page) =>
  pressOn(formOf(page).getByRole('button', { name: 'Inscrire une application' }));

/** The page of the portal ends with the moment of the request. */
export const samlClockRefusal = { isAfter: false, text: /SAML: \d{4}-\d\d-\d\dT/ };

/** Registers an application that speaks SAML; `metadata`: as a text, or their address. */
export async function registerSaml(
  page: Page,
  { name, entityId, metadata }: { name: string; entityId: string; metadata: string },
): Promise<void> {
  await formOf(page).getByText('SAML 2.0').click();
  await fill(page, {
    Nom: name,
    'Identifiant d’entité (entityID)': entityId,
    'Métadonnées de l’application': metadata,
  });
  await pressOn(formOf(page).getByRole('button', { name: 'Faire un essai' }));
  await expect(formOf(page).getByText('Tout est en ordre')).toBeVisible();
  await submit(page);
}

/** The key and the certificate with which a service signs. */
export function makeKey({ folder }: Apache): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'sp.key'), join(folder, 'sp.crt')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=sp.test', '-days', '30'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  // Read also by the user of Apache.
  execFileSync('chmod', ['644', key]);
  return { key, certificate };
}

export async function readMetadata(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.text();
}

/** The Apache module mod_auth_mellon. */
export async function makeMellon(): Promise<Service> {
  const apache = await makeApache();
  const { address } = apache;
  const endpoint = `${address}/mellon`;

  let keys: ReturnType<typeof makeKey> | undefined;

  /** It reads the portal's metadata at its start alone. */
  async function start(portalUrl: string): Promise<void> {
    keys ??= makeKey(apache);
    const { key, certificate } = keys;
    const portal = apache.write('idp.xml', await readMetadata(`${portalUrl}/saml/metadata`));
    await apache.start(
      `LoadModule auth_mellon_module /usr/lib/apache2/modules/mod_auth_mellon.so
LoadModule setenvif_module /usr/lib/apache2/modules/mod_setenvif.so
# Without TLS browsers take no cookie for other sites; this one is of the same site.
SetEnvIf Request_URI . MELLON_DISABLE_SAMESITE=1
<Location />
  MellonEndpointPath /mellon
  MellonSPentityId ${address}/sp
  MellonSPPrivateKeyFile ${key}
  MellonSPCertFile ${certificate}
  MellonIdPMetadataFile ${portal}
  MellonSecureCookie Off
  MellonSetEnvNoPrefix mail urn:oid:0.9.2342.19200300.100.1.3
  MellonSetEnvNoPrefix groups urn:oid:1.3.6.1.4.1.5923.1.5.1.1
</Location>
<Location /app>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</Location>`,
    );
  }

  return {
    name: 'Mellon',
    page: `${address}/app`,
    signOuts: { 'by redirect': `${endpoint}/logout?ReturnTo=${address}/none` },
    clockRefusal: samlClockRefusal,
    async register(page, portalUrl) {
      await start(portalUrl);
      const metadata = await readMetadata(`${endpoint}/metadata`);
      await registerSaml(page, { name: 'Mellon', entityId: `${address}/sp`, metadata });
    },
    renewKeys: start,
    close: apache.close,
  };
}

/** The Apache module mod_auth_openidc. */
export async function makeOpenIdc(): Promise<Service> {
  const apache = await makeApache();
  const { address } = apache;
  const callback = `${address}/app/callback`;
  return {
    name: 'OpenIDC',
    page: `${address}/app`,
    clockRefusal: { isAfter: true, text: /Error/ },
    // It reads the portal's keys where a token names one that it has not.
    renewKeys: async () => undefined,
    signOuts: { 'by redirect': `${callback}?logout=${encodeURIComponent(`${address}/none`)}` },
    async register(page, portalUrl) {
      await fill(page, {
        Nom: 'OpenIDC',
        'Adresses de retour': callback,
        'Adresse à prévenir quand une session se ferme': `${callback}?logout=backchannel`,
        'Adresses de retour après la fermeture de la session': `${address}/none`,
      });
      await submit(page);
      const told = page.getByRole('dialog', { name: 'À entrer dans OpenIDC' });
      const read = (name: string) => told.getByRole('textbox', { name }).inputValue();
      await apache.start(
        `LoadModule auth_openidc_module /usr/lib/apache2/modules/mod_auth_openidc.so
OIDCProviderMetadataURL ${portalUrl}/oidc/.well-known/openid-configuration
OIDCClientID ${await read('Identifiant du client')}
OIDCClientSecret ${await read('Secret du client')}
OIDCRedirectURI ${callback}
OIDCCryptoPassphrase ${randomBytes(16).toString('hex')}
OIDCPKCEMethod S256
OIDCScope "openid profile email roles"
<Location /app>
  AuthType openid-connect
  Require valid-user
</Location>`,
      );
    },
    close: apache.close,
  };
}
