import { page, Refusal } from './refusals.ts';
import type { BrightspaceData } from './site.ts';

/** RFC 6749 §4.1.2: short; the guide of D2L says to exchange a code at once (https://community.d2l.com/brightspace/kb/articles/1196). */
const codeMilliseconds = 60_000;

/**
 * The authorization endpoint, https://docs.valence.desire2learn.com/basic/oauth2.html and RFC 6749 §4.1.1: a page on which the
 * person who is signed in agrees or declines (KB 1196, “Obtain user consent”), and then the way back to the application.
 */
export function authorize(site: BrightspaceData, query: URLSearchParams): never {
  const { clientId, redirectUri: registered, scopes } = site.setup;
  const [redirectUri, scope] = [query.get('redirect_uri') ?? '', query.get('scope') ?? ''];
  // RFC 6749 §4.1.2.1: nobody is sent to an address that is not that of the registration.
  if (query.get('client_id') !== clientId || (registered !== null && redirectUri !== registered))
    throw page(400, 'The application is unknown, or its redirect URI does not match');
  const back = (answer: Record<string, string>): Refusal => {
    const target = new URL(redirectUri);
    const state = query.get('state');
    for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) }))
      target.searchParams.set(name, value);
    return new Refusal(302, null, { location: target.href });
  };
  if (query.get('response_type') !== 'code') throw back({ error: 'unsupported_response_type' });
  if (scope.split(' ').some((name) => !scopes.includes(name))) throw back({ error: 'invalid_scope' });
  if (query.get('decision') === 'decline') throw back({ error: 'access_denied' });
  if (query.get('decision') !== 'agree') throw consentPage(query);
  const code = `code-${site.next++}`;
  site.codes.set(code, { redirectUri, scope, until: Date.now() + codeMilliseconds });
  throw back({ code });
}

function consentPage(query: URLSearchParams): Refusal {
  const link = (decision: string) =>
    `/oauth2/auth?${new URLSearchParams([...query, ['decision', decision]])}`.replaceAll('&', '&amp;');
  return new Refusal(
    200,
    `<!DOCTYPE html><html lang="en"><head><title>Brightspace</title></head><body><h1>Do you agree?</h1>
    <p><a href="${link('agree')}">Agree</a> <a href="${link('decline')}">Decline</a></p></body></html>`,
  );
}

/** RFC 6749 §4.1.3: a code is for one use, for a short time, and for the redirect URI that it was sent to. Its scopes. */
export function takeCode(site: BrightspaceData, form: URLSearchParams): string[] {
  const code = form.get('code') ?? '';
  const given = site.codes.get(code);
  site.codes.delete(code);
  if (!given || given.until < Date.now() || given.redirectUri !== form.get('redirect_uri'))
    throw new Refusal(400, { error: 'invalid_grant' });
  return given.scope.split(' ').filter((scope) => !site.setup.withheldScopes.includes(scope));
}

/** As a person does who opens the address in her browser and decides; where she is sent back to. */
export async function decide(address: string, decision: 'agree' | 'decline'): Promise<URL> {
  const shown = await fetch(address, { redirect: 'manual' });
  const sent = shown.headers.get('location');
  if (sent !== null) return new URL(sent);
  if (shown.status !== 200) throw new Error(await shown.text());
  const link = new URL(address);
  link.searchParams.set('decision', decision);
  const { headers } = await fetch(link, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '');
}
