import type { AppContext } from '../../../core/context/appContext.ts';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import {
  childrenNamed,
  type Metadata,
  namespaces,
  persistentId,
  readPostedAnswer,
  skewSeconds,
  type XmlElement,
} from '../../saml/saml.service.ts';
import { returnAddress } from './client.ts';
import { ProviderRefusal } from './refusal.ts';
import { entityIdFor, type SamlFacts } from './saml.ts';
import { readGroups, type Told } from './told.ts';

const { protocol, assertion: saml } = namespaces;

/**
 * Reads an account from a provider's answer (SAML Web Browser SSO Profile, 4.1.4.3). The library checks the signature and the
 * audience; everything is read from the signed bytes alone.
 * @throws ProviderRefusal, XmlFault, or what the library throws
 */
export async function verifyAnswer(
  context: AppContext,
  provider: SamlFacts,
  metadata: Metadata,
  { posted, requestId }: { readonly posted: string; readonly requestId: string },
): Promise<Told> {
  const here = returnAddress(context, provider.id);
  const { certificates } = metadata;
  const audience = entityIdFor(context, provider.id);
  const read = await readPostedAnswer({ posted, requestId, address: here, audience, certificates });
  const { answer, signed, fault } = read;
  const [issuer] = childrenNamed(answer, saml, 'Issuer');
  if (issuer && issuer.text !== provider.issuer)
    throw new ProviderRefusal('untrusted', `issuer ${issuer.text}`);
  if ((answer.attributes.Destination ?? here) !== here) throw new ProviderRefusal('untrusted', 'Destination');
  if (answer.attributes.InResponseTo !== requestId) throw new ProviderRefusal('untrusted', 'InResponseTo');
  checkStatus(answer);
  if (childrenNamed(answer, saml, 'EncryptedAssertion').length > 0)
    throw new ProviderRefusal('misconfigured', 'EncryptedAssertion');
  if (!signed) throw new ProviderRefusal('untrusted', fault);
  checkAssertion(context, provider, signed, { here, requestId });
  return describeAccount(context, provider, signed);
}

/** A provider that has refused says why, signed or not. */
function checkStatus(answer: XmlElement): void {
  const [status] = childrenNamed(answer, protocol, 'Status');
  const [code] = status ? childrenNamed(status, protocol, 'StatusCode') : [];
  const lastPart = (value = '') => value.slice(value.lastIndexOf(':') + 1);
  const [top, inner] = [code, code?.children[0]].map((one) => lastPart(one?.attributes.Value));
  if (top === 'Success') return;
  const isCancelled = inner === 'AuthnFailed' || inner === 'RequestDenied';
  const said = status ? (childrenNamed(status, protocol, 'StatusMessage')[0]?.text ?? '') : '';
  const words = [top, inner, said].filter(Boolean).join(': ');
  throw new ProviderRefusal(isCancelled ? 'cancelled' : 'refusedThere', words);
}

function checkAssertion(
  { clock }: AppContext,
  { issuer }: SamlFacts,
  signed: XmlElement,
  { here, requestId }: { readonly here: string; readonly requestId: string },
): void {
  const only = (parent: XmlElement | undefined, name: string): XmlElement => {
    const [one, ...others] = parent ? childrenNamed(parent, saml, name) : [];
    if (!one || others.length > 0) throw new ProviderRefusal('untrusted', name);
    return one;
  };
  if (only(signed, 'Issuer').text !== issuer) throw new ProviderRefusal('untrusted', 'Issuer');
  const now = clock.now().getTime();
  checkTimes(only(signed, 'Conditions'), now);
  const confirmation = only(only(signed, 'Subject'), 'SubjectConfirmation');
  if (confirmation.attributes.Method !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    throw new ProviderRefusal('untrusted', 'SubjectConfirmation');
  const data = only(confirmation, 'SubjectConfirmationData');
  const { Recipient: recipient, InResponseTo: answered, NotOnOrAfter: end } = data.attributes;
  if (recipient !== here) throw new ProviderRefusal('untrusted', 'Recipient');
  if (answered !== requestId) throw new ProviderRefusal('untrusted', 'InResponseTo');
  if (!end) throw new ProviderRefusal('untrusted', 'NotOnOrAfter');
  checkTimes(data, now);
}

/** @throws ProviderRefusal `clock` */
function checkTimes({ attributes: { NotBefore: start, NotOnOrAfter: end } }: XmlElement, now: number): void {
  const skew = skewSeconds * 1000;
  // A time that cannot be read is neither.
  const isBegun = start === undefined || Date.parse(start) <= now + skew;
  const isOpen = end === undefined || Date.parse(end) > now - skew;
  if (!isBegun || !isOpen)
    throw new ProviderRefusal('clock', `${start ?? ''} – ${end ?? ''}, here ${new Date(now).toISOString()}`);
}

/** Attributes by their usual names: of eduPerson, of LDAP, and of Microsoft. */
const names = {
  account: ['urn:oid:2.16.840.1.113730.3.1.241', 'displayName', 'urn:oid:2.5.4.3', 'cn', 'name'],
  email: ['urn:oid:0.9.2342.19200300.100.1.3', 'mail', 'email'],
};
const claimBase = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const methodsOfEntra = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
const multiFactorWords = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
];

async function describeAccount(context: AppContext, provider: SamlFacts, signed: XmlElement): Promise<Told> {
  const { subjectAttribute, groupsClaim } = provider;
  const attributes = childrenNamed(signed, saml, 'AttributeStatement').flatMap((one) =>
    childrenNamed(one, saml, 'Attribute'),
  );
  const valuesIn = (name: string) =>
    attributes
      .filter(({ attributes: own }) => own.Name === name || own.FriendlyName === name)
      .flatMap((one) => childrenNamed(one, saml, 'AttributeValue'));
  const valuesOf = (name: string) => valuesIn(name).flatMap(({ text }) => text || []);
  const first = (wanted: readonly string[]) =>
    wanted
      .flatMap(valuesOf)
      .map((value) => presentWords(value, 254))
      .find(Boolean) ?? null;
  const [subjectOf] = childrenNamed(signed, saml, 'Subject');
  const [nameId] = subjectOf ? childrenNamed(subjectOf, saml, 'NameID') : [];
  const statements = childrenNamed(signed, saml, 'AuthnStatement');
  if (statements.length === 0) throw new ProviderRefusal('untrusted', 'AuthnStatement');
  const classes = statements.flatMap((one) =>
    childrenNamed(one, saml, 'AuthnContext').flatMap(({ children }) => children.map(({ text }) => text)),
  );
  const email = first([...names.email, `${claimBase}emailaddress`]);
  const subject = keyOf(subjectAttribute, nameId, valuesOf);
  const { Format: format = '', NameQualifier: by = '', SPNameQualifier: of = '' } = nameId?.attributes ?? {};
  return {
    subject,
    accountName: first([...names.account, `${claimBase}name`]) ?? email ?? presentWords(subject, 254),
    email,
    session: statements[0]?.attributes.SessionIndex ?? null,
    isMultiFactor: [...classes, ...valuesOf(methodsOfEntra)].some((word) => multiFactorWords.includes(word)),
    nameId: nameId ? { value: nameId.text, format, by, of } : null,
    groups: await readGroups(
      context,
      provider,
      valuesIn(groupsClaim ?? '').map(({ untrimmed }) => untrimmed),
    ),
  };
}

/**
 * The key of an account, which nobody else gets: its persistent NameID, or the one value of the attribute that the operator names,
 * told apart by that name. Any other NameID changes with the session or the address.
 */
function keyOf(
  attribute: string | null,
  nameId: XmlElement | undefined,
  valuesOf: (name: string) => readonly string[],
): string {
  const isPersistent = nameId?.attributes.Format === persistentId;
  const values = attribute === null ? (isPersistent ? [nameId.text] : []) : valuesOf(attribute);
  const [value = '', ...others] = values;
  if (value === '' || others.length > 0 || value.length > 1000)
    throw new ProviderRefusal('noKey', attribute ?? `NameID ${nameId?.attributes.Format ?? ''}`);
  return attribute === null ? value : `${attribute}=${value}`;
}
