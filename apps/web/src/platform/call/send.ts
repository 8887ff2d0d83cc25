import type { Endpoint } from '@guichet/contract/core/endpoint';
import { bearerToken, getSession } from '../session/sessionStore.ts';
import { buildRequest } from './buildRequest.ts';
import type { AnyInput } from './input.ts';
import { renewSession } from './renewSession.ts';
import { contextWith, readText, transmit } from './transmit.ts';

/**
 * Sends one call and gives the bare answer. A 401 on a call that needs a session renews the session once and repeats
 * the call once (S7.5); what comes then is passed on.
 */
export async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const session = getSession();
  const answer = await sendOnce(endpoint, input);
  if (answer.status !== 401 || endpoint.access === 'public' || !session.isAuthenticated) return answer;
  // Read at once: what nobody reads holds its connection, of which a browser has six.
  const refusal = new Response(await readText(answer, input), answer);
  return (await renewSession(session)) ? sendOnce(endpoint, input) : refusal;
}

function sendOnce(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  return transmit(buildRequest(endpoint, input, contextWith(bearerToken(getSession()))), input);
}
