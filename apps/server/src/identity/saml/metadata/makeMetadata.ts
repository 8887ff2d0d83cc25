import { type Html, html } from '@guichet/contract/core/html';
import type { SamlKey } from '../keys/keys.ts';
import { namespaces } from '../reading/names.ts';
import { digestMethods, signingMethods } from '../reading/readMessage.ts';

/**
 * The portal's metadata as XML; `role`: what it is there, with its addresses, around the key. Whoever heeds the algorithms (SAML
 * Metadata Profile for Algorithm Support), as Shibboleth does, signs what is taken here.
 */
export function makeMetadata(entityId: string, key: SamlKey, role: (keyInfo: Html) => Html): string {
  const keyInfo = html`<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" xmlns:alg="${namespaces.algorithms}" entityID="${entityId}">
<Extensions>
${digestMethods.map((method) => html`<alg:DigestMethod Algorithm="${method}"/>`)}
${signingMethods.map((method) => html`<alg:SigningMethod Algorithm="${method}"/>`)}
</Extensions>
${role(keyInfo)}
</EntityDescriptor>
`.toString();
}
