import { join } from 'node:path';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { makeApache } from './apache.ts';
import { waitFor } from './beside.ts';
import { makeKey, readMetadata, registerSaml, type Service, samlClockRefusal } from './services.ts';

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

  const listener = await findFreePort();

  async function start(portalUrl: string): Promise<void> {
    const portalMetadata = await readMetadata(`${portalUrl}/saml/metadata`);
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
<TCPListener address="127.0.0.1" port="${listener}"/>
<ApplicationDefaults entityID="${address}/sp" REMOTE_USER="persistent-id" signing="true" requireConfidentiality="false">
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
    await apache.run('/usr/sbin/shibd', ['-f', '-F', '-c', config, '-p', join(folder, 'shibd.pid')]);
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
    await waitFor('Shibboleth', `${handler}/Metadata`);
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
    clockRefusal: samlClockRefusal,
    async register(page, portalUrl) {
      await start(portalUrl);
      const metadata = `${handler}/Metadata`;
      await registerSaml(page, { name: 'Shibboleth', entityId: `${address}/sp`, metadata });
    },
    renewKeys: start,
    close: apache.close,
  };
}
