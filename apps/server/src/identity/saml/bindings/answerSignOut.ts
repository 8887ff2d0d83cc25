import { html } from '@guichet/contract/core/html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { getSamlKey } from '../keys/keys.ts';
import type { SignOutAnswers } from '../metadata/readMetadata.ts';
import { namespaces } from '../reading/names.ts';
import { signXml } from '../signing/signXml.ts';
import { makeEnvelope, signQuery } from './bindings.ts';
import { type Exchange, sendForm } from './sendForm.ts';

export interface SignedOut {
  /** The portal's entity ID there. */
  readonly issuer: string;
  readonly requestId: string;
  readonly relayState: string | null;
  /** Whether something stays open that the portal cannot end. */
  readonly isPartial: boolean;
  readonly answers: SignOutAnswers;
}

/** Serves routes whose body may also be a call of another program (SOAP), which comes as text. */
export function acceptCalls(app: FastifyInstance, serve: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    serve(scope);
  });
}

const status = 'urn:oasis:names:tc:SAML:2.0:status:';

/**
 * Answers a sign-out by the way on which it came, or else by the browser's other way (SAML Single Logout Profile, 4.4.4); leads
 * to sign-in where the metadata have no address.
 */
export async function answerSignOut(
  context: AppContext,
  { request, reply }: Exchange,
  way: 'redirect' | 'post' | 'call',
  { issuer, requestId, relayState, isPartial, answers }: SignedOut,
): Promise<FastifyReply> {
  const { clock, config } = context;
  const key = await getSamlKey(context);
  const make = (destination: string | null): string =>
    html`<samlp:LogoutResponse xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_${clock.randomBytes(20).toString('hex')}" Version="2.0" IssueInstant="${clock.now().toISOString()}"${destination !== null && html` Destination="${destination}"`} InResponseTo="${requestId}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}Success">${isPartial && html`<samlp:StatusCode Value="${status}PartialLogout"/>`}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`.toString();
  const { redirect, post } = answers;
  if (way === 'call')
    return reply.type('text/xml; charset=utf-8').send(makeEnvelope(await signXml(make(null), '/*', key)));
  if (post !== null && (way === 'post' || redirect === null)) {
    const xml = await signXml(make(post), '/*', key);
    return sendForm(context, { request, reply }, { address: post, xml, relayState, opens: null });
  }
  const answer = { name: 'SAMLResponse', xml: make(redirect), relayState } as const;
  const next = redirect === null ? `${config.publicUrl}/login` : signQuery(redirect, answer, key);
  return reply.redirect(next, 303);
}

/** Tells the other side of a call that its request was refused (SOAP 1.1, 4.4). */
export function sendFault(reply: FastifyReply, reason: string): FastifyReply {
  const fault = html`<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${reason}</faultstring></soap:Fault>`;
  return reply.code(500).type('text/xml; charset=utf-8').send(makeEnvelope(fault.toString()));
}
