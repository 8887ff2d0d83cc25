import { html } from '@guichet/contract/core/html';
import type { AppContext } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import * as saml from '../../saml/saml.service.ts';
import type { ClientRow } from '../clients/clients.queries.ts';
import { findService } from '../clients/service.ts';
import type { LogoutJob } from '../logouts/logoutJobs.queries.ts';
import { endPortalSession } from '../signIns/ending.ts';
import { selectApplications, selectNamedSignIns } from '../signIns/signIns.queries.ts';
import { makeEntityId, signOutAddress } from './addresses.ts';
import { makeId, makeNameId } from './makeAnswer.ts';
import { verify } from './readSignIn.ts';

/**
 * Ends the sessions that an application's signed request names (SAML Single Logout Profile, 4.4).
 * @throws XmlFault, StaleMessage
 */
export async function receiveSignOut(context: AppContext, received: saml.Received): Promise<saml.SignedOut> {
  const here = signOutAddress(context);
  const { client, service, request } = await verify(context, received, 'LogoutRequest', here);
  const { nameId, sessions } = saml.readSignOut(request);
  // Asked again later, it ends nothing that has begun since.
  const before = secondsAfter(request.issuedAt, saml.skewSeconds);
  const { read } = context.database;
  const ofPerson = await selectNamedSignIns(read, { clientId: client.id, nameId, before });
  let isPartial = false;
  for (const { providerSession, sessionId } of ofPerson) {
    if (sessions.length > 0 && !sessions.includes(providerSession)) continue;
    const others = await selectApplications(read, sessionId);
    isPartial ||= others.some(({ name, isTold }) => name !== client.name && !isTold);
    await endPortalSession(context, providerSession);
  }
  const { relayState } = received;
  const { signOutAnswers: answers } = service;
  return { issuer: makeEntityId(context), requestId: request.id, relayState, isPartial, answers };
}

export class SignOutRefused extends Error {}

/** Tells an application in a call of its own that a session has ended. @throws SignOutRefused, or what `fetch` throws */
export async function tellSignOut(
  context: AppContext,
  client: ClientRow,
  { subject, nameId: known, sid }: LogoutJob,
): Promise<void> {
  const { entityId: audience, signOutCall } = await findService(context, client);
  if (signOutCall === null) return;
  const now = context.clock.now();
  const nameId = makeNameId(context, { audience, nameId: known ?? subject, index: sid });
  const request = html`<samlp:LogoutRequest xmlns:samlp="${saml.namespaces.protocol}" xmlns:saml="${saml.namespaces.assertion}" ID="${makeId(context)}" Version="2.0" IssueInstant="${now.toISOString()}" NotOnOrAfter="${secondsAfter(now, 300).toISOString()}" Destination="${signOutCall}"><saml:Issuer>${makeEntityId(context)}</saml:Issuer>${nameId}<samlp:SessionIndex>${sid}</samlp:SessionIndex></samlp:LogoutRequest>`;
  const signed = await saml.signXml(request.toString(), '/*', await saml.getSamlKey(context));
  const response = await saml.fetchPage(context, signOutCall, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://www.oasis-open.org/committees/security"',
    },
    body: saml.makeEnvelope(signed),
  });
  const text = await response.text();
  if (response.status >= 500 && !text.includes('Envelope'))
    throw new Error(`${signOutCall}: ${response.status}`);
  const [code] = [...saml.eachInside(saml.readXml(text, { mayComment: true }))].filter(
    ({ name }) => name === 'StatusCode',
  );
  const status = code?.attributes.Value ?? String(response.status);
  if (!status.endsWith(':Success')) throw new SignOutRefused(`${signOutCall}: ${status}`);
}
