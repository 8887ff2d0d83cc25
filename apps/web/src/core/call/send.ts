import type { Endpoint } from '@guichet/contract/core/endpoint';
import { loseImpersonation, tellLostWithSession } from '../session/impersonation.ts';
import { bearerToken, getSession, type Session } from '../session/sessionStore.ts';
import { buildRequest } from './buildRequest.ts';
import type { AnyInput } from './input.ts';
import { renewSession } from './renewSession.ts';
import { contextWith, readText, transmit } from './transmit.ts';

/**
 * Sends a call and returns the raw response. A 401 on a call that needs a session renews the session and
 * repeats the call, both once (S7.5); the second response is final.
 */
export async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const session = getSession();
  const answer = await sendOnce(endpoint, input);
  if (answer.status !== 401 || endpoint.access === 'public' || !session.isAuthenticated) return answer;
  // Read at once: an unread body keeps its connection busy, and a browser has six connections per host.
  const refusal = new Response(await readText(answer, input), answer);
  const isRenewed = await renewSession(session);
  if (session.isImpersonating && !getSession().isAuthenticated) tellLostWithSession();
  if (!isRenewed) return refusal;
  if (session.isImpersonating) return (await repeatAsImpersonated(endpoint, input, session)) ?? refusal;
  return sendOnce(endpoint, input);
}

/**
 * Repeats a call after the user's own session was renewed; a second refusal means that the impersonation is
 * over. Null when the impersonation has changed meanwhile: the call is then not repeated under the user's own
 * name.
 */
async function repeatAsImpersonated(
  endpoint: Endpoint,
  input: AnyInput,
  session: Session,
): Promise<Response | null> {
  if (getSession().impersonationToken !== session.impersonationToken) return null;
  const answer = await sendOnce(endpoint, input);
  if (answer.status === 401) loseImpersonation(session);
  return answer;
}

function sendOnce(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  return transmit(buildRequest(endpoint, input, contextWith(bearerToken(getSession()))), input);
}
