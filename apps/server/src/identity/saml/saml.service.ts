/**
 * Owns what both sides of SAML 2.0 share: the strict reading of messages and metadata, the signed query of the redirect
 * binding, and the portal's key. Does not know who signs in where (federation, provider).
 */
export { readPostedAnswer } from './answers/answerThread.ts';
export { readQuery } from './bindings/bindings.ts';
export { getSamlKey, replaceSamlKey } from './keys/keys.ts';
export { makeMetadata } from './metadata/makeMetadata.ts';
export { type Metadata, readMetadata } from './metadata/readMetadata.ts';
export { bindings, namespaces, persistentId } from './reading/names.ts';
export { readMessage } from './reading/readMessage.ts';
export { childrenNamed, type XmlElement, XmlFault } from './reading/readXml.ts';
