import type { Endpoint } from '@guichet/contract/core/endpoint';
import { loseImpersonation, tellLostWithSession } from '../session/impersonation.ts';
import { bearerToken, getSession, type Session } from '../session/sessionStore.ts';
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
  const isRenewed = await renewSession(session);
  if (session.isImpersonating && !getSession().isAuthenticated) tellLostWithSession();
  if (!isRenewed) return refusal;
  if (session.isImpersonating) return (await repeatAsImpersonated(endpoint, input, session)) ?? refusal;
  return sendOnce(endpoint, input);
}

/**
 * Only the own session can be renewed: an impersonation that is refused twice is over. What was meant to be done in the
 * other person's name is not done in one's own; null when it was not tried again.
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
