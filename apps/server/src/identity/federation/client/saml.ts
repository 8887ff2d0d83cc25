import type { GroupRole } from '@guichet/contract/identity/federation.providers';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import type { AppContext } from '../../../core/context/appContext.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import { getSamlKey, type Metadata, persistentId, readMetadata, XmlFault } from '../../saml/saml.service.ts';
import { fetchPage, returnAddress } from './client.ts';

/** The facts of a provider that speaks SAML. */
export interface SamlFacts {
  readonly id: string;
  /** Its entity ID. */
  readonly issuer: string;
  /** As XML, or their address. */
  readonly metadata: string;
  readonly subjectAttribute: string | null;
  readonly groupsClaim: string | null;
  readonly groupRoles: readonly GroupRole[];
}

export const isAddress = (metadata: string): boolean => !metadata.startsWith('<');

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
  if (isAddress(metadata)) return;
  let read: Metadata;
  try {
    read = readMetadata(metadata, issuer);
  } catch (error) {
    if (error instanceof XmlFault) throw invalidField('metadata', 'metadata');
    throw error;
  }
  if (read.entityId !== issuer) throw invalidField('issuer', 'entityId');
}

const keptMilliseconds = 5 * 60 * 1000;
const kept = new WeakMap<AppContext, Map<string, { readonly text: string; readonly readAt: number }>>();

/**
 * The provider's metadata; those at an address are read anew after five minutes, or at once where they are to be `fresh`.
 * @throws XmlFault, or what `fetch` throws
 */
export async function findMetadata(
  context: AppContext,
  { metadata, issuer }: Pick<SamlFacts, 'metadata' | 'issuer'>,
  { fresh = false } = {},
): Promise<Metadata> {
  if (!isAddress(metadata)) return readMetadata(metadata, issuer);
  const known = kept.get(context) ?? new Map();
  kept.set(context, known);
  const now = context.clock.now().getTime();
  const last = known.get(metadata);
  if (!fresh && last && Math.abs(now - last.readAt) < keptMilliseconds)
    return readMetadata(last.text, issuer);
  const response = await fetchPage(context, metadata);
  if (response.status !== 200) throw new TypeError(`${metadata}: ${response.status}`);
  const text = await response.text();
  const read = readMetadata(text, issuer);
  known.set(metadata, { text, readAt: now });
  return read;
}

/**
 * The library's side of a request; answers are read elsewhere (`readPostedAnswer`). `requestId`: its id.
 */
export async function openSaml(
  context: AppContext,
  { id, subjectAttribute }: SamlFacts,
  { signIn, signOut, certificates }: Metadata,
  requestId: string,
  more: Partial<SamlConfig> = {},
): Promise<SAML> {
  const { privateKey, certificate } = await getSamlKey(context);
  const entityId = entityIdFor(context, id);
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
    identifierFormat: subjectAttribute === null ? persistentId : null,
    // How the person signs in there is the provider's matter; some refuse whoever names one way.
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    ...more,
  });
}
