import { type Html, html } from '@guichet/contract/core/html';
import type { SamlKey } from '../keys/keys.ts';
import { namespaces } from '../reading/names.ts';

/** The portal's metadata as XML; `role`: what it is there, with its addresses, around the key. */
export function makeMetadata(entityId: string, key: SamlKey, role: (keyInfo: Html) => Html): string {
  const keyInfo = html`<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${entityId}">
${role(keyInfo)}
</EntityDescriptor>
`.toString();
}
