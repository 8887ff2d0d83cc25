import type { SAML, SamlConfig } from '@node-saml/node-saml';
import type { AppContext } from '../../../core/context/appContext.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import * as saml from '../../saml/saml.service.ts';
import { returnAddress } from './client.ts';
import type { GroupFacts } from './told.ts';

/** `issuer`: its entity ID. */
export interface SamlFacts extends GroupFacts {
  /** As XML, or their address. */
  readonly metadata: string;
  readonly subjectAttribute: string | null;
}

/** The portal's entity ID for a provider, at which its metadata are. */
export function entityIdFor(context: Pick<AppContext, 'config'>, providerId: string): string {
  return `${returnAddress(context, providerId)}/metadata`;
}

/** Attributes that tell an address: it changes, and is given to others. */
const addressAttributes =
  /^(?:e-?mail|mail|emailaddress|urn:oid:0\.9\.2342\.19200300\.100\.1\.3|http:\/\/schemas\.xmlsoap\.org\/ws\/2005\/05\/identity\/claims\/emailaddress)$/i;

/** Checks what a form states, without calling anybody. @throws AppError `request.invalid` */
export function checkMetadata({
  metadata,
  issuer,
  subjectAttribute,
}: Pick<SamlFacts, 'metadata' | 'issuer' | 'subjectAttribute'>): void {
  if (addressAttributes.test(subjectAttribute ?? '')) throw invalidField('subjectAttribute', 'addressAsKey');
  if (saml.isAddress(metadata)) return;
  let read: saml.Metadata;
  try {
    read = saml.readMetadata(metadata, issuer);
  } catch (error) {
    if (error instanceof saml.XmlFault) throw invalidField('metadata', 'metadata');
    throw error;
  }
  if (read.entityId !== issuer) throw invalidField('issuer', 'entityId');
}

/** The provider's metadata. @throws XmlFault, or what `fetch` throws */
export function findMetadata(
  context: AppContext,
  { metadata, issuer }: Pick<SamlFacts, 'metadata' | 'issuer'>,
  options?: { readonly fresh: boolean },
): Promise<saml.Metadata> {
  return saml.fetchMetadata(context, { metadata, entityId: issuer }, saml.readMetadata, options);
}

/**
 * The library's side of a request; answers are read elsewhere (`readPostedAnswer`). `requestId`: its id.
 */
export async function openSaml(
  context: AppContext,
  { id, subjectAttribute }: SamlFacts,
  { signIn, signOut, certificates }: saml.Metadata,
  requestId: string,
  more: Partial<SamlConfig> = {},
): Promise<SAML> {
  const { privateKey, certificate } = await saml.getSamlKey(context);
  const entityId = entityIdFor(context, id);
  // Imported lazily: most portals have no provider that speaks SAML.
  const { SAML } = await import('@node-saml/node-saml');
  return new SAML({
    callbackUrl: returnAddress(context, id),
    entryPoint: signIn ?? '',
    logoutUrl: signOut ?? '',
    issuer: entityId,
    audience: entityId,
    idpCert: [...certificates],
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: subjectAttribute === null ? saml.persistentId : null,
    // How the person signs in there is the provider's matter; some refuse whoever names one way.
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    ...more,
  });
}
