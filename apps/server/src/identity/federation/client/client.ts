import { returnPath } from '@guichet/contract/identity/federation';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import { perOwner } from '../../../core/runtime/concurrency/keepLast.ts';
import { fetchBounded, skewSeconds } from '../../saml/saml.service.ts';

export interface ProviderFacts {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

/** How long the provider may take for one answer. */
const seconds = 8;
/** How long a discovery document counts; keys are read anew at each sign-in, so that a new one counts at once. */
const keptMilliseconds = 5 * 60 * 1000;

interface Discovered {
  readonly metadata: oidc.ServerMetadata;
  readonly readAt: number;
}
const discoveredBy = perOwner((_context: AppContext) => new Map<string, Discovered>());

/** The address to which a provider returns: each has another, so that no provider can answer in place of another (RFC 9700, 4.4). */
export function returnAddress({ config }: Pick<AppContext, 'config'>, providerId: string): string {
  return `${config.publicUrl}${returnPath}/${providerId}`;
}

/**
 * A client of the provider, which checks the signature of what it is told.
 * @throws ProviderError, or what the provider's answers make `openid-client` throw
 */
export async function openClient(context: AppContext, provider: ProviderFacts): Promise<oidc.Configuration> {
  const known = discoveredBy(context);
  const now = context.clock.now().getTime();
  const last = known.get(provider.issuer);
  const isFresh = last && Math.abs(now - last.readAt) < keptMilliseconds;
  const found = isFresh ? last : { metadata: await discover(context, provider), readAt: now };
  known.set(provider.issuer, found);
  return configure(context, provider, found.metadata);
}

/** Reads the discovery document anew. @throws ProviderError for another issuer than the registered one */
export async function discover(
  context: AppContext,
  { issuer, clientId }: Pick<ProviderFacts, 'issuer' | 'clientId'>,
): Promise<oidc.ServerMetadata> {
  const execute = isPlain(issuer) ? [oidc.allowInsecureRequests] : [];
  const options = { execute, timeout: seconds, [oidc.customFetch]: fetchBounded(context) };
  const client = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
  const metadata = client.serverMetadata();
  // The package compares them as addresses; tokens name the issuer letter by letter.
  if (metadata.issuer !== issuer) throw new ProviderError('issuer', metadata.issuer);
  return metadata;
}

export function configure(
  context: AppContext,
  { issuer, clientId, secret }: ProviderFacts,
  metadata: oidc.ServerMetadata,
): oidc.Configuration {
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const credentials = basicCredentials(clientId, secret);
  const way = ways.includes('client_secret_basic') ? basic(credentials) : oidc.ClientSecretPost(secret);
  const client = new oidc.Configuration(metadata, clientId, { [oidc.clockTolerance]: skewSeconds }, way);
  client.timeout = seconds;
  client[oidc.customFetch] = fetchBounded(context, [secret, credentials]);
  if (isPlain(issuer)) oidc.allowInsecureRequests(client);
  oidc.enableNonRepudiationChecks(client);
  return client;
}

/**
 * HTTP Basic (RFC 6749, 2.3.1), with `-`, `.` and `_` as they are: the package encodes them too, and some providers,
 * such as LemonLDAP::NG, do not decode what they compare.
 */
function basicCredentials(...pair: readonly [id: string, secret: string]): string {
  const parts = pair.map((part) => new URLSearchParams([['', part]]).toString().slice(1));
  return Buffer.from(parts.join(':')).toString('base64');
}

function basic(credentials: string): oidc.ClientAuth {
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`);
}

/** The registered issuer is not that of the discovery document. */
export class ProviderError extends Error {
  readonly check: 'issuer';
  constructor(check: 'issuer', found: string) {
    super(found.slice(0, 500));
    this.check = check;
  }
}

/** Without TLS, which `fetchBounded` allows to hosts that the operator names. */
function isPlain(issuer: string): boolean {
  return issuer.toLowerCase().startsWith('http:');
}
