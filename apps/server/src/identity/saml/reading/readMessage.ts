import { namespaces } from './names.ts';
import { childrenNamed, eachInside, readXml, type XmlElement, XmlFault } from './readXml.ts';

/** The algorithms that count, the usual first; SHA-1 does not. */
export const signingMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
] as const;
export const digestMethods = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
] as const;

/** With the transforms; a canonicalization that keeps comments does not count. */
const algorithms = new Set<string>([
  ...signingMethods,
  ...digestMethods,
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
]);

/**
 * Reads a message of the protocol, and refuses every shape of signature wrapping before a signature is checked: an id that
 * stands twice, a signature elsewhere than in the message or in its one assertion, an assertion elsewhere than in the message.
 * @throws XmlFault
 */
export function readMessage(xml: string, names: readonly string[]): XmlElement {
  const root = readXml(xml);
  if (root.namespace !== namespaces.protocol || !names.includes(root.name))
    throw new XmlFault(`no ${names.join(' or ')}`);
  if (root.attributes.Version !== '2.0' || !root.attributes.ID) throw new XmlFault('no version or id');
  const ids = new Set<string>();
  for (const element of eachInside(root)) {
    for (const [name, id = ''] of Object.entries(element.attributes))
      if (/^(?:xml:)?id$/i.test(name)) {
        if (ids.has(id)) throw new XmlFault('an id stands twice');
        ids.add(id);
      }
    if (element.namespace === namespaces.signature) checkAlgorithm(element);
  }
  const assertions = childrenNamed(root, namespaces.assertion, 'Assertion');
  if (assertions.length > 1) throw new XmlFault('several assertions');
  const signed = [root, ...assertions];
  const own = signed.flatMap((element) => childrenNamed(element, namespaces.signature, 'Signature'));
  for (const element of eachInside(root)) {
    if (element.name === 'Assertion' && !assertions.includes(element))
      throw new XmlFault('an assertion out of place');
    if (element.name === 'Signature' && !own.includes(element))
      throw new XmlFault('a signature out of place');
  }
  for (const element of signed) checkSignature(element);
  return root;
}

function checkAlgorithm({ name, attributes }: XmlElement): void {
  if (name === 'Object' || name === 'RetrievalMethod') throw new XmlFault(`a signature with ${name}`);
  const { Algorithm: algorithm } = attributes;
  if (algorithm !== undefined && !algorithms.has(algorithm)) throw new XmlFault(algorithm);
}

/** At most one signature, with one reference, to the element in which it stands. */
function checkSignature(element: XmlElement): void {
  const signatures = childrenNamed(element, namespaces.signature, 'Signature');
  if (signatures.length > 1) throw new XmlFault('several signatures');
  for (const signature of signatures) {
    const references = [...eachInside(signature)].filter(({ name }) => name === 'Reference');
    const isOwn = references.length === 1 && references[0]?.attributes.URI === `#${element.attributes.ID}`;
    if (!isOwn) throw new XmlFault('a signature of something else');
  }
}
