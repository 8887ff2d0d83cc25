import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { AppContext } from '../../../core/context/appContext.ts';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import { fetchPage, skewSeconds } from '../../saml/saml.service.ts';
import { returnAddress } from './client.ts';
import { ProviderRefusal } from './refusal.ts';
import type { Told } from './told.ts';

/** The facts of a learning platform whose courses launch the portal (LTI 1.3). */
export interface LtiFacts {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly deployments: readonly string[];
  readonly signInAddress: string;
  readonly tokenAddress: string;
  readonly keysAddress: string;
  readonly tokenAudience: string | null;
}

/** The purpose of a launch: the exam of its link, or the choice of one. */
export interface Launch {
  readonly examId: number | null;
  readonly course: {
    readonly id: string;
    readonly title: string;
    readonly membersAddress: string | null;
  } | null;
  readonly choice: { readonly address: string; readonly data: unknown; readonly deployment: string } | null;
}

/** Every signature that has two keys: whoever knows the public one must not be able to make one. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];
const mostAgeSeconds = 10 * 60;

const claimBase = 'https://purl.imsglobal.org/spec/lti/claim';
export const choiceBase = 'https://purl.imsglobal.org/spec/lti-dl/claim';
const membersClaim = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';
export const claims = {
  messageType: `${claimBase}/message_type`,
  version: `${claimBase}/version`,
  deployment: `${claimBase}/deployment_id`,
};

/**
 * Reads the message of a course's link (LTI 1.3 Core, 5; Security Framework 1.0, 5.1.3). Keys are read anew, so that a new
 * key counts at once. Roles in the course are not looked at: rights are the portal's own.
 * @throws ProviderRefusal, or what `jose` and `fetch` throw
 */
export async function verifyLaunch(
  context: AppContext,
  platform: LtiFacts,
  { posted, nonce }: { readonly posted: string; readonly nonce: string },
): Promise<{ told: Told; launch: Launch }> {
  const response = await fetchPage(context, platform.keysAddress);
  if (response.status !== 200) throw new TypeError(`${platform.keysAddress}: ${response.status}`);
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(posted, keys, {
    algorithms,
    issuer: platform.issuer,
    audience: platform.clientId,
    clockTolerance: skewSeconds,
    currentDate: context.clock.now(),
    maxTokenAge: mostAgeSeconds,
    requiredClaims: ['exp', 'nonce'],
  });
  check(protectedHeader.kid !== undefined, 'kid');
  const { azp } = payload;
  const isForOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
  check(azp === undefined ? !isForOthersToo : azp === platform.clientId, 'azp');
  check(payload.nonce === nonce, 'nonce');
  check(payload[claims.version] === '1.3.0', 'version');
  const deployment = payload[claims.deployment];
  check(typeof deployment === 'string' && platform.deployments.includes(deployment), 'deployment_id');
  const examId = readTarget(context, platform, payload[`${claimBase}/target_link_uri`]);
  const { sub: subject = '' } = payload;
  if (subject === '' || subject.length > 255) throw new ProviderRefusal('noKey', 'sub');
  const text = (value: unknown) => (typeof value === 'string' && presentWords(value, 254)) || null;
  const email = text(payload.email);
  const told: Told = {
    subject,
    accountName: text(payload.name) ?? email ?? presentWords(subject, 254),
    email,
    session: null,
    isMultiFactor: false,
    nameId: null,
    groups: null,
  };
  const course = readCourse(platform, payload);
  switch (payload[claims.messageType]) {
    case 'LtiResourceLinkRequest':
      check(text(objectIn(payload, `${claimBase}/resource_link`).id) !== null, 'resource_link');
      return { told, launch: { examId, course, choice: null } };
    case 'LtiDeepLinkingRequest':
      return { told, launch: { examId: null, course, choice: readChoice(platform, payload, deployment) } };
    default:
      throw new ProviderRefusal('untrusted', 'message_type');
  }
}

/** The exam of a link, which is in the address of the link and in nothing that a course can set beside it; null for none. */
export function readTarget(
  context: Pick<AppContext, 'config'>,
  { id }: Pick<LtiFacts, 'id'>,
  target: unknown,
): number | null {
  const here = returnAddress(context, id);
  const rest = typeof target === 'string' && target.startsWith(here) ? target.slice(here.length) : 'other';
  const found = /^(?:\?exam=([1-9]\d{0,14}))?$/.exec(rest);
  check(found !== null, 'target_link_uri');
  return found[1] === undefined ? null : Number(found[1]);
}

export function linkTo(context: Pick<AppContext, 'config'>, { id }: Pick<LtiFacts, 'id'>, examId: number) {
  return `${returnAddress(context, id)}?exam=${examId}`;
}

function readCourse(platform: LtiFacts, payload: JWTPayload): Launch['course'] {
  const { id, title, label } = objectIn(payload, `${claimBase}/context`);
  if (typeof id !== 'string' || id === '' || id.length > 255) return null;
  const { context_memberships_url: members } = objectIn(payload, membersClaim);
  const named = [title, label, id].find((one) => typeof one === 'string' && one !== '') as string;
  return {
    id,
    title: presentWords(named, 200),
    membersAddress: typeof members === 'string' && isRegisteredHost(platform, members) ? members : null,
  };
}

function readChoice(
  platform: LtiFacts,
  payload: JWTPayload,
  deployment: string,
): NonNullable<Launch['choice']> {
  const settings = objectIn(payload, `${choiceBase}/deep_linking_settings`);
  const { deep_link_return_url: address, accept_types: types, data } = settings;
  check(typeof address === 'string' && isRegisteredHost(platform, address), 'deep_link_return_url');
  check(Array.isArray(types) && types.includes('ltiResourceLink'), 'accept_types');
  return { address, data, deployment };
}

/** The origins that the operator has registered for the platform; some sign people in elsewhere than their courses are. */
export function listOrigins({ issuer, signInAddress, tokenAddress }: LtiFacts): string[] {
  return [...new Set([issuer, signInAddress, tokenAddress].flatMap((own) => readOrigin(own) ?? []))];
}

export function isRegisteredHost(platform: LtiFacts, address: string): boolean {
  const origin = readOrigin(address);
  return origin !== null && listOrigins(platform).includes(origin);
}

function readOrigin(address: string): string | null {
  if (!URL.canParse(address) || address.length > 2000) return null;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

function objectIn(payload: JWTPayload, name: string): Readonly<Record<string, unknown>> {
  const value = payload[name];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ProviderRefusal('untrusted', what);
}
