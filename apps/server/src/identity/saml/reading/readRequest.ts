import { namespaces } from './names.ts';
import { readMessage } from './readMessage.ts';
import { childrenNamed, eachInside, type XmlElement, XmlFault } from './readXml.ts';

/** How much the clocks of the two sides may differ. */
export const skewSeconds = 60;
/** The age at which a request counts for nothing any more. */
const mostSeconds = 5 * 60;

/** A request that is too old, or from the future. */
export class StaleMessage extends XmlFault {}

export interface SamlRequest {
  readonly element: XmlElement;
  readonly id: string;
  /** The entity ID of who asks. */
  readonly issuer: string;
  readonly issuedAt: Date;
}

/** Reads a request, or the answer to a sign-out, that is meant for the address `here`, at this time. @throws XmlFault, StaleMessage */
export function readRequest(
  xml: string,
  name: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse',
  { here, now }: { readonly here: string; readonly now: Date },
): SamlRequest {
  const element = readMessage(xml, [name]);
  const { ID: id = '', IssueInstant: issued = '', Destination: destination } = element.attributes;
  const [issuer, ...others] = childrenNamed(element, namespaces.assertion, 'Issuer');
  if (!issuer || others.length > 0) throw new XmlFault('Issuer');
  if ((destination ?? here) !== here) throw new XmlFault('Destination');
  const issuedAt = new Date(issued);
  const age = (now.getTime() - issuedAt.getTime()) / 1000;
  if (!(age < mostSeconds + skewSeconds && age > -skewSeconds)) throw new StaleMessage(issued);
  return { element, id, issuer: issuer.text, issuedAt };
}

/** Whether an answer says that everything is over, and nothing stays open. */
export function saysOver({ element }: SamlRequest): boolean {
  const codes = [...eachInside(element)].filter(({ name }) => name === 'StatusCode');
  return codes.length === 1 && codes[0]?.attributes.Value?.endsWith(':status:Success') === true;
}

/** Whose sessions a request ends: all of the account where it names none. @throws XmlFault */
export function readSignOut({ element }: SamlRequest) {
  const [nameId, ...others] = childrenNamed(element, namespaces.assertion, 'NameID');
  if (!nameId || others.length > 0) throw new XmlFault('NameID');
  const sessions = childrenNamed(element, namespaces.protocol, 'SessionIndex').map(({ text }) => text);
  return { nameId: nameId.text, sessions };
}
