import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { pressOn } from '../fixtures/keyboard.ts';
import { type Apache, makeApache } from './apache.ts';

/** An application whose people the portal signs in. */
export interface Service {
  readonly name: string;
  readonly page: string;
  /** Where people sign out, each with how it tells the portal. */
  readonly signOuts: Readonly<Record<string, string>>;
  /** Registers it in the portal, whose form is open, and starts it with what that says. */
  register(page: Page, portalUrl: string): Promise<void>;
  close(): void;
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

/** Registers an application that speaks SAML. `open`: its metadata, once it was given those of the portal. */
async function registerSaml(
  page: Page,
  portalUrl: string,
  { name, entityId, open }: { name: string; entityId: string; open: (metadata: string) => Promise<string> },
): Promise<void> {
  const metadata = await open(await readMetadata(`${portalUrl}/saml/metadata`));
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
function makeKey({ folder }: Apache): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'sp.key'), join(folder, 'sp.crt')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=sp.test', '-days', '30'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  // Read also by the user of Apache.
  execFileSync('chmod', ['644', key]);
  return { key, certificate };
}

async function readMetadata(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.text();
}

/** The Apache module mod_auth_mellon. */
export async function makeMellon(): Promise<Service> {
  const apache = await makeApache();
  const { address } = apache;
  const endpoint = `${address}/mellon`;

  async function open(portalMetadata: string): Promise<string> {
    const { key, certificate } = makeKey(apache);
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
  MellonIdPMetadataFile ${apache.write('idp.xml', portalMetadata)}
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
    return readMetadata(`${endpoint}/metadata`);
  }

  return {
    name: 'Mellon',
    page: `${address}/app`,
    signOuts: { 'by redirect': `${endpoint}/logout?ReturnTo=${address}/none` },
    register: (page, portalUrl) =>
      registerSaml(page, portalUrl, { name: 'Mellon', entityId: `${address}/sp`, open }),
    close: apache.close,
  };
}

const logger = (file: string) => `log4j.rootCategory=INFO, file
log4j.appender.file=org.apache.log4j.FileAppender
log4j.appender.file.fileName=${file}
log4j.appender.file.layout=org.apache.log4j.PatternLayout
log4j.appender.file.layout.ConversionPattern=%d{%Y-%m-%d %H:%M:%S} %p %c %x: %m%n
`;

/** The Shibboleth Service Provider. */
export async function makeShibboleth(): Promise<Service> {
  const apache = await makeApache();
  const { folder, address } = apache;
  const handler = `${address}/Shibboleth.sso`;
  const ways = { 'by redirect': 'HTTP-Redirect', 'by a form': 'HTTP-POST', 'by a call': 'SOAP' };

  async function open(portalMetadata: string): Promise<string> {
    const { key, certificate } = makeKey(apache);
    const portal = /entityID="([^"]*)"/.exec(portalMetadata)?.[1] ?? '';
    const attribute = (id: string, name: string) => `<Attribute name="${name}" id="${id}"/>`;
    const map = apache.write(
      'attribute-map.xml',
      `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<Attribute name="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" id="persistent-id"><AttributeDecoder xsi:type="NameIDAttributeDecoder" formatter="$Name"/></Attribute>
${attribute('mail', 'urn:oid:0.9.2342.19200300.100.1.3')}${attribute('groups', 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1')}
</Attributes>`,
    );
    const config = apache.write(
      'shibboleth2.xml',
      `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">
<OutOfProcess logger="${apache.write('shibd.logger', logger(join(folder, 'shibd.log')))}"/>
<InProcess logger="${apache.write('native.logger', logger('/dev/null'))}"/>
<TCPListener address="127.0.0.1" port="${await findFreePort()}"/>
<ApplicationDefaults entityID="${address}/sp" REMOTE_USER="persistent-id" signing="true">
<Sessions lifetime="28800" timeout="3600" relayState="ss:mem" checkAddress="false" handlerSSL="false" cookieProps="http" handlerURL="/Shibboleth.sso" redirectLimit="none">
<SSO entityID="${portal}">SAML2</SSO><Logout>SAML2 Local</Logout>
${Object.values(ways)
  .map(
    (binding) =>
      `<LogoutInitiator type="Chaining" Location="/Logout/${binding}"><LogoutInitiator type="SAML2" outgoingBindings="urn:oasis:names:tc:SAML:2.0:bindings:${binding}"/><LogoutInitiator type="Local"/></LogoutInitiator>`,
  )
  .join('\n')}
<Handler type="MetadataGenerator" Location="/Metadata" signing="false"/>
</Sessions>
<Errors supportContact="x@sp.test"/>
<MetadataProvider type="XML" validate="true" path="${apache.write('idp.xml', portalMetadata)}"/>
<AttributeExtractor type="XML" validate="true" path="${map}"/>
<CredentialResolver type="File" use="signing" key="${key}" certificate="${certificate}"/>
</ApplicationDefaults>
<SecurityPolicyProvider type="XML" validate="true" path="/etc/shibboleth/security-policy.xml"/>
<ProtocolProvider type="XML" validate="true" path="/etc/shibboleth/protocols.xml"/>
</SPConfig>`,
    );
    apache.run('/usr/sbin/shibd', ['-f', '-F', '-c', config, '-p', join(folder, 'shibd.pid')]);
    await apache.start(
      `LoadModule mod_shib /usr/lib/apache2/modules/mod_shib.so
ShibConfig ${config}
<Location /Shibboleth.sso>
  AuthType None
  Require all granted
  SetHandler shib
</Location>
<Location /app>
  AuthType shibboleth
  ShibRequestSetting requireSession 1
  Require valid-user
</Location>`,
    );
    return readMetadata(`${handler}/Metadata`);
  }

  return {
    name: 'Shibboleth',
    page: `${address}/app`,
    signOuts: Object.fromEntries(
      Object.entries(ways).map(([way, binding]) => [
        way,
        `${handler}/Logout/${binding}?return=${address}/none`,
      ]),
    ),
    register: (page, portalUrl) =>
      registerSaml(page, portalUrl, { name: 'Shibboleth', entityId: `${address}/sp`, open }),
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
