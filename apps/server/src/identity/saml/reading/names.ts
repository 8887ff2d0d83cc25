export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  algorithms: 'urn:oasis:names:tc:SAML:metadata:algsupport',
} as const;

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  soap: 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP',
} as const;

export const persistentId = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const unspecifiedId = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
export const transientId = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
