import type { AppContext } from '../../../core/context/appContext.ts';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import { signAsPortal } from '../../provider/provider.service.ts';
import { fetchPage } from '../../saml/saml.service.ts';
import { isRegisteredHost, type LtiFacts } from './lti.ts';
import { ProviderRefusal } from './refusal.ts';

/** A learner of a course, as the platform tells (Names and Role Provisioning Services 2.0). */
export interface Member {
  readonly subject: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly studentNumber: string | null;
}

const scope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';
const container = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json';
const learner = /(?:^|membership#)Learner$/;
const pageSize = 200;
const mostPages = 100;

/** Asks the platform for a token (Security Framework 1.0, 4). @throws ProviderRefusal, or what `fetch` throws */
export async function askForToken(context: AppContext, platform: LtiFacts): Promise<string> {
  const { clientId, tokenAddress, tokenAudience } = platform;
  const iat = Math.floor(context.clock.now().getTime() / 1000);
  const assertion = await signAsPortal(context, {
    iss: clientId,
    sub: clientId,
    aud: tokenAudience ?? tokenAddress,
    iat,
    exp: iat + 60,
    jti: context.clock.uuid(),
  });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    scope,
  }).toString();
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetchPage(context, tokenAddress, { method: 'POST', headers, body }, [assertion]);
  const text = await response.text();
  const { access_token: token } = response.ok ? readJson(text) : {};
  if (typeof token !== 'string') throw new ProviderRefusal('misconfigured', `${response.status} ${text}`);
  return token;
}

/** The learners of a course, page by page. @throws ProviderRefusal, or what `fetch` throws */
export async function listMembers(context: AppContext, platform: LtiFacts, address: string) {
  const token = await askForToken(context, platform);
  const first = new URL(address);
  first.searchParams.set('limit', String(pageSize));
  const members: Member[] = [];
  let next: string | null = first.href;
  for (let page = 0; next !== null; page++) {
    // A next page elsewhere would be given the token.
    if (page >= mostPages || !isRegisteredHost(platform, next)) throw new ProviderRefusal('untrusted', next);
    const headers = { accept: container, authorization: `Bearer ${token}` };
    const response = await fetchPage(context, next, { headers }, [token]);
    const text = await response.text();
    const { members: list } = response.ok ? readJson(text) : {};
    if (!Array.isArray(list)) throw new ProviderRefusal('refusedThere', `${response.status} ${text}`);
    members.push(...list.flatMap(readMember));
    next = list.length === 0 ? null : findNext(response.headers.get('link'));
  }
  return members;
}

function readMember(one: Readonly<Record<string, unknown>>): Member[] {
  const { user_id: subject, roles, status = 'Active' } = one;
  const isLearner =
    Array.isArray(roles) && roles.some((role) => typeof role === 'string' && learner.test(role));
  if (typeof subject !== 'string' || !isLearner || status !== 'Active') return [];
  const text = (name: string) => {
    const value = one[name];
    return typeof value === 'string' ? presentWords(value, 254) : '';
  };
  const [firstName, lastName, email] = [text('given_name'), text('family_name'), text('email') || null];
  const name = text('name') || `${firstName} ${lastName}`.trim() || email || subject;
  return [{ subject, name, firstName, lastName, email, studentNumber: text('lis_person_sourcedid') || null }];
}

/** The address of the next page (RFC 8288). */
function findNext(links: string | null): string | null {
  const next = (links ?? '')
    .split(/,\s*(?=<)/)
    .map((link) => link.trim())
    .find((link) => /;\s*rel="?next"?/i.test(link));
  if (!next?.startsWith('<') || !next.includes('>')) return null;
  return next.slice(1, next.indexOf('>'));
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
