import { type Html, html } from '@guichet/contract/core/html';
import type { AppContext } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import * as saml from '../../saml/saml.service.ts';
import { makeEntityId } from './addresses.ts';
import type { Asked } from './readSignIn.ts';
import { makeStatus, type Status } from './status.ts';

/** How long an answer may be on its way. */
const seconds = 5 * 60;

/** A person who has signed in, as an assertion tells of them. */
export interface Told {
  /** The application's entity ID. */
  readonly audience: string;
  readonly nameId: string;
  /** The name of the session, by which it is ended. */
  readonly index: string;
  readonly signedInAt: Date;
  readonly context: string;
  readonly attributes: readonly Html[];
}

/** The id of a message, or the name of a session. */
export const makeId = ({ clock }: AppContext): string => `_${clock.randomBytes(20).toString('hex')}`;

/** The answer to a request, signed; an assertion is signed by itself too. */
export async function makeAnswer(context: AppContext, asked: Asked, told: Told | Status): Promise<string> {
  const key = await saml.getSamlKey(context);
  const now = context.clock.now();
  const issuer = html`<saml:Issuer>${makeEntityId(context)}</saml:Issuer>`;
  const inResponseTo = asked.requestId !== null && html` InResponseTo="${asked.requestId}"`;
  const isRefusal = typeof told === 'string';
  const assertion = isRefusal ? '' : describe(context, { asked, told, now, issuer, inResponseTo });
  const xml = html`<samlp:Response xmlns:samlp="${saml.namespaces.protocol}" xmlns:saml="${saml.namespaces.assertion}" ID="${makeId(context)}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${asked.consumer}"${inResponseTo}>${issuer}${makeStatus(isRefusal ? told : null)}${assertion}</samlp:Response>`;
  const inner = isRefusal
    ? xml.toString()
    : await saml.signXml(xml.toString(), "/*/*[local-name(.)='Assertion']", key);
  return saml.signXml(inner, '/*', key);
}

const formats = { persistent: saml.persistentId, transient: saml.transientId, key: saml.unspecifiedId };

/** The NameID of a sign-in, whose kind begins the name of its session. */
export function makeNameId(
  context: AppContext,
  { audience, nameId, index }: Pick<Told, 'audience' | 'nameId' | 'index'>,
) {
  const format = formats[index.slice(0, index.indexOf('_')) as Asked['nameId']];
  return html`<saml:NameID Format="${format}" NameQualifier="${makeEntityId(context)}" SPNameQualifier="${audience}">${nameId}</saml:NameID>`;
}

function describe(
  context: AppContext,
  {
    asked,
    told,
    now,
    issuer,
    inResponseTo,
  }: { asked: Asked; told: Told; now: Date; issuer: Html; inResponseTo: Html | false },
): Html {
  const end = secondsAfter(now, seconds).toISOString();
  return html`<saml:Assertion ID="${makeId(context)}" Version="2.0" IssueInstant="${now.toISOString()}">${issuer}
<saml:Subject>${makeNameId(context, told)}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${asked.consumer}" NotOnOrAfter="${end}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="${now.toISOString()}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${told.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="${told.signedInAt.toISOString()}" SessionIndex="${told.index}"><saml:AuthnContext><saml:AuthnContextClassRef>${told.context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
${told.attributes.length > 0 && html`<saml:AttributeStatement>${told.attributes}</saml:AttributeStatement>`}</saml:Assertion>`;
}
