import type { AppContext } from '../../../core/context/appContext.ts';
import * as saml from '../../saml/saml.service.ts';
import { childrenNamed, namespaces, type XmlElement } from '../../saml/saml.service.ts';
import { type ClientRow, selectService } from '../clients/clients.queries.ts';
import { findService } from '../clients/service.ts';
import { multiFactor, singleFactor } from '../openid/terms.ts';
import { signInAddress } from './addresses.ts';
import type { Status } from './status.ts';

/** The wishes of an application for a sign-in; none for a sign-in that begins at the portal. */
export interface Asked {
  readonly clientId: string;
  /** The address to which the answer is posted. */
  readonly consumer: string;
  readonly requestId: string | null;
  readonly relayState: string | null;
  /** The kind of the name of the person: `key` is unspecified for the protocol. */
  readonly nameId: 'persistent' | 'transient' | 'key';
  readonly isFresh: boolean;
  /** The ways of signing in that would do; none: any. */
  readonly contexts: readonly string[];
}

/** Some programs put an address there, which is longer than the 80 bytes of the specification. */
export const longestRelayState = 2000;

/**
 * Reads a request for a sign-in (SAML Core 2.0, 3.4.1). `refusal`: why the answer is a refusal already, with nobody signing in.
 * @throws XmlFault where there is no address to which an answer may go
 */
export async function readSignIn(
  context: AppContext,
  received: saml.Received,
): Promise<{ asked: Asked; client: ClientRow; refusal: Status | null }> {
  const { client, service, request } = await verify(
    context,
    received,
    'AuthnRequest',
    signInAddress(context),
  );
  const { attributes } = request.element;
  const { relayState } = received;
  if ((relayState?.length ?? 0) > longestRelayState) throw new saml.XmlFault('RelayState');
  const policy =
    saml.childrenNamed(request.element, saml.namespaces.protocol, 'NameIDPolicy')[0]?.attributes ?? {};
  const nameId = pickNameId(client, policy.Format);
  const contexts = readContexts(request.element);
  const asked: Asked = {
    clientId: client.id,
    consumer: findConsumer(service, attributes),
    requestId: request.id,
    relayState,
    nameId: nameId ?? usualNameId(client),
    isFresh: isTrue(attributes.ForceAuthn),
    contexts: contexts ?? [],
  };
  const isOwn = (policy.SPNameQualifier ?? service.entityId) === service.entityId;
  const refuse = (): Status | null => {
    if ((attributes.ProtocolBinding ?? saml.bindings.post) !== saml.bindings.post)
      return 'UnsupportedBinding';
    if (saml.childrenNamed(request.element, saml.namespaces.assertion, 'Subject').length > 0)
      return 'RequestUnsupported';
    if (!nameId || !isOwn) return 'InvalidNameIDPolicy';
    if (contexts === null) return 'NoAuthnContext';
    // The session lives in a page of the portal: without one nobody is known.
    return isTrue(attributes.IsPassive) ? 'NoPassive' : null;
  };
  return { asked, client, refusal: refuse() };
}

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1';

export function usualNameId({ namesByKey }: Pick<ClientRow, 'namesByKey'>): Asked['nameId'] {
  return namesByKey ? 'key' : 'persistent';
}

function pickNameId(client: ClientRow, format = saml.unspecifiedId): Asked['nameId'] | null {
  if (format === saml.unspecifiedId) return usualNameId(client);
  if (format === saml.persistentId) return 'persistent';
  return format === saml.transientId ? 'transient' : null;
}

/** The registered application of a request. Its signature is checked where there is one or must be one. @throws XmlFault */
export async function verify(
  context: AppContext,
  received: saml.Received,
  name: 'AuthnRequest' | 'LogoutRequest',
  here: string,
): Promise<{ client: ClientRow; service: saml.ServiceMetadata; request: saml.SamlRequest }> {
  const at = { here, now: context.clock.now() };
  const request = saml.readRequest(received.xml, name, at);
  const client = await selectService(context.database.read, request.issuer);
  if (!client) throw new saml.XmlFault(`no application is registered as ${request.issuer}`);
  // With a key that is new there, a signature is checked again with metadata that are read anew.
  for (const fresh of [false, true]) {
    const service = await findService(context, client, { fresh });
    if (!received.hasSignature) {
      if (service.signsRequests || name === 'LogoutRequest')
        throw new saml.XmlFault('a signature is missing');
      return { client, service, request };
    }
    const signed = await received.signedBy(service.certificates);
    if (signed !== null) return { client, service, request: saml.readRequest(signed, name, at) };
  }
  throw new saml.XmlFault('the signature is of no key in the metadata');
}

/** The address of the metadata that a request names, letter by letter, or else their default. @throws XmlFault */
function findConsumer({ consumers }: saml.ServiceMetadata, attributes: saml.XmlElement['attributes']) {
  const { AssertionConsumerServiceURL: address, AssertionConsumerServiceIndex: index } = attributes;
  const found = consumers.find(
    (one) => (address ?? one.address) === one.address && (index ?? one.index) === one.index,
  );
  if (!found)
    throw new saml.XmlFault(`AssertionConsumerService ${address ?? index ?? ''} is not in the metadata`);
  return found.address;
}

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const known = [
  multiFactor,
  singleFactor,
  `${classes}PasswordProtectedTransport`,
  `${classes}Password`,
  `${classes}unspecified`,
];

/** The ways of signing in that a request would take, in its order; none: any; null: the portal has none of them. */
function readContexts(request: XmlElement): readonly string[] | null {
  const [asked] = childrenNamed(request, namespaces.protocol, 'RequestedAuthnContext');
  if (!asked) return [];
  const named = childrenNamed(asked, namespaces.assertion, 'AuthnContextClassRef')
    .map(({ text }) => text)
    .filter((one) => known.includes(one));
  const wanted = withStronger(named, asked.attributes.Comparison);
  return wanted.length > 0 ? wanted : null;
}

function withStronger(named: readonly string[], comparison: string | undefined): readonly string[] {
  if (named.length === 0) return [];
  if (comparison === 'minimum') return [...named, multiFactor];
  if (comparison === 'better') return named.includes(multiFactor) ? [] : [multiFactor];
  return named;
}

/** The first way that a session meets, with or without a second factor; null: none. */
export function pickContext(contexts: readonly string[], hasFactor: boolean): string | null {
  if (contexts.length === 0) return hasFactor ? multiFactor : singleFactor;
  return contexts.find((one) => one !== multiFactor || hasFactor) ?? null;
}
