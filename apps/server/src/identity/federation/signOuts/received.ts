import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { AppContext } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { machineGrant } from '../../access/access.service.ts';
import * as saml from '../../saml/saml.service.ts';
import { endSessionsOfProvider } from '../../sessions/sessions.service.ts';
import { openClient, returnAddress } from '../client/client.ts';
import { algorithms } from '../client/lti.ts';
import { ProviderRefusal } from '../client/refusal.ts';
import { entityIdFor, findMetadata } from '../client/saml.ts';
import { type ActiveProvider, findActiveProvider } from '../providers/providers.ts';

/** The age at which a message counts for nothing any more. */
const mostSeconds = 5 * 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The type of a logout token, and that of a token that states none in particular, as older providers send it. */
const usualTypes = ['logout+jwt', 'jwt'];

type Of<Kind> = Extract<ActiveProvider, { kind: Kind }>;

async function findOf<Kind extends ActiveProvider['kind']>(context: AppContext, id: string, kind: Kind) {
  const provider = await findActiveProvider(context, id);
  if (provider?.kind !== kind) throw new ProviderRefusal('off', 'no such provider');
  return provider as Of<Kind>;
}

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0, 2.6). Replayed, it ends no session that was
 * begun since. @throws ProviderRefusal, or what `jose` and the provider's answers make throw
 */
export async function receiveLogoutToken(context: AppContext, id: string, token: string): Promise<void> {
  const provider = await findOf(context, id, 'openid');
  const { jwks_uri: address = '' } = (await openClient(context, provider)).serverMetadata();
  const keys = createLocalJWKSet((await (await saml.fetchPage(context, address)).json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms,
    currentDate: context.clock.now(),
    clockTolerance: saml.skewSeconds,
    maxTokenAge: mostSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { typ = 'JWT' } = protectedHeader;
  if (!usualTypes.includes(typ.toLowerCase())) throw new ProviderRefusal('untrusted', `typ ${typ}`);
  const { sub: subject = null, sid: session = null, nonce, events, iat = 0 } = payload;
  const isLogout = events !== null && typeof events === 'object' && logoutEvent in events;
  if (!isLogout || nonce !== undefined) throw new ProviderRefusal('untrusted', 'no logout token');
  if (session !== null && typeof session !== 'string') throw new ProviderRefusal('untrusted', 'sid');
  if (subject === null && session === null) throw new ProviderRefusal('untrusted', 'neither sub nor sid');
  const by = { issuer: provider.issuer, subject, session, nameId: null };
  const before = secondsAfter(new Date(iat * 1000), saml.skewSeconds);
  await endSessionsOfProvider(context, machineGrant('provider sign-out'), by, before);
}

/**
 * Ends the session that a frame in a page of the provider names (OpenID Connect Front-Channel Logout 1.0, 2). Nothing is signed:
 * whoever knows the provider's random name of a session can end that one. `issuer`: null from Entra ID, which does not say it.
 * @throws ProviderRefusal
 */
export async function receiveLogoutFrame(
  context: AppContext,
  id: string,
  { issuer, session }: { readonly issuer: string | null; readonly session: string },
): Promise<void> {
  const provider = await findOf(context, id, 'openid');
  if ((issuer ?? provider.issuer) !== provider.issuer) throw new ProviderRefusal('untrusted', 'iss');
  const by = { issuer: provider.issuer, subject: null, session, nameId: null };
  const before = secondsAfter(context.clock.now(), saml.skewSeconds);
  await endSessionsOfProvider(context, machineGrant('provider sign-out'), by, before);
}

/**
 * Ends the sessions that a signed request names (SAML Single Logout Profile, 4.4).
 * @throws ProviderRefusal, XmlFault
 */
export async function receiveLogoutRequest(
  context: AppContext,
  id: string,
  { relayState, signedBy }: saml.Received,
): Promise<saml.SignedOut> {
  const { provider, message: asked, answers } = await readSigned(context, id, signedBy, 'LogoutRequest');
  const { nameId, sessions } = saml.readSignOut(asked);
  const before = secondsAfter(asked.issuedAt, saml.skewSeconds);
  for (const session of sessions.length > 0 ? sessions : [null]) {
    const by = { issuer: provider.issuer, subject: null, session, nameId };
    await endSessionsOfProvider(context, machineGrant('provider sign-out'), by, before);
  }
  return { issuer: entityIdFor(context, id), requestId: asked.id, relayState, isPartial: false, answers };
}

/** Whether a provider's signed answer to a sign-out from here says that the session there is over. @throws ProviderRefusal, XmlFault */
export async function receiveLogoutAnswer(context: AppContext, id: string, { signedBy }: saml.Received) {
  return saml.saysOver((await readSigned(context, id, signedBy, 'LogoutResponse')).message);
}

async function readSigned(
  context: AppContext,
  id: string,
  signedBy: saml.Received['signedBy'],
  name: 'LogoutRequest' | 'LogoutResponse',
) {
  const provider = await findOf(context, id, 'saml');
  const { certificates, signOutAnswers: answers } = await findMetadata(context, provider, { fresh: true });
  const xml = await signedBy(certificates);
  if (xml === null) throw new ProviderRefusal('untrusted', 'signature');
  const here = `${returnAddress(context, id)}/logout`;
  const message = saml.readRequest(xml, name, { here, now: context.clock.now() });
  if (message.issuer !== provider.issuer) throw new ProviderRefusal('untrusted', 'Issuer');
  return { provider, message, answers };
}
