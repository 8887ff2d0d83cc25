/**
 * Owns what both sides of SAML 2.0 share: the strict reading of messages and metadata, the signed query of the redirect
 * binding, and the portal's key. Does not know who signs in where (federation, provider).
 */
export { readPostedAnswer } from './answers/answerProcess.ts';
export { acceptCalls, answerSignOut, type SignedOut, sendFault } from './bindings/answerSignOut.ts';
export { makeEnvelope, type Received, readEnvelope, readForm, readQuery } from './bindings/bindings.ts';
export { type Exchange, postForm, sendForm } from './bindings/sendForm.ts';
export { getSamlKey, replaceSamlKey } from './keys/keys.ts';
export { fetchBounded, fetchMetadata, fetchPage, isAddress } from './metadata/fetchMetadata.ts';
export { makeMetadata } from './metadata/makeMetadata.ts';
export {
  type Metadata,
  readMetadata,
  readServiceMetadata,
  type ServiceMetadata,
} from './metadata/readMetadata.ts';
export { bindings, namespaces, persistentId, transientId, unspecifiedId } from './reading/names.ts';
export {
  readRequest,
  readSignOut,
  type SamlRequest,
  StaleMessage,
  saysOver,
  skewSeconds,
} from './reading/readRequest.ts';
export { childrenNamed, eachInside, readXml, type XmlElement, XmlFault } from './reading/readXml.ts';
export { signXml } from './signing/signXml.ts';
export { bad, type Found, findFault, good, reasonIn, unsure } from './trial/findings.ts';
