import { SaxesParser } from 'saxes';

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** The attributes without a prefix, and those with one under their full name. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly XmlElement[];
  /** The text that stands directly in the element, trimmed. */
  readonly text: string;
  readonly untrimmed: string;
}

/** A document that is not read: malformed, too large, or with what SAML never needs. */
export class XmlFault extends Error {}

const mostCharacters = 256 * 1024;
const mostElements = 4000;
const mostAttributes = 6000;
const deepest = 40;

interface Open {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads a small document whole. A document type, and with it entities, a processing instruction and CDATA are refused, and
 * comments too unless `mayComment`: parsers that cut a text at a comment have let in strangers (CVE-2017-11427).
 * @throws XmlFault
 */
export function readXml(text: string, { mayComment = false } = {}): XmlElement {
  if (text.length > mostCharacters) throw new XmlFault('too long');
  const refuse = (what: string) => () => {
    throw new XmlFault(what);
  };
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let attributes = 0;
  parser.on('error', (error) => refuse(error.message)());
  parser.on('doctype', refuse('a document type'));
  parser.on('processinginstruction', refuse('a processing instruction'));
  parser.on('cdata', refuse('CDATA'));
  if (!mayComment) parser.on('comment', refuse('a comment'));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes) throw new XmlFault('too many attributes');
  });
  parser.on('opentag', ({ local, uri, attributes: named }) => {
    elements += 1;
    if (elements > mostElements || open.length >= deepest) throw new XmlFault('too many elements');
    const own: Record<string, string> = Object.create(null);
    for (const { name, value } of Object.values(named)) own[name] = value;
    open.push({ name: local, namespace: uri, attributes: own, children: [], text: '' });
  });
  parser.on('text', (piece) => {
    const inside = open.at(-1);
    if (inside) inside.text += piece;
  });
  parser.on('closetag', () => {
    const closed = open.pop() as Open;
    const element = { ...closed, text: closed.text.trim(), untrimmed: closed.text };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  });
  parser.write(text).close();
  if (!root) throw new XmlFault('empty');
  return root;
}

export function childrenNamed(parent: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return parent.children.filter((child) => child.name === name && child.namespace === namespace);
}

/** The element and all inside it, in the order of the document. */
export function* eachInside(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* eachInside(child);
}
