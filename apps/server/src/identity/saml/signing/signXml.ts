import { toPem } from '../keys/certificate.ts';
import type { SamlKey } from '../keys/keys.ts';
import { namespaces } from '../reading/names.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

// The library is imported lazily: most portals never sign or read a message of SAML.

/** Signs the element at `place` (an XPath) of a message that the portal has made; the signature follows its issuer. */
export async function signXml(xml: string, place: string, { privateKey, certificate }: SamlKey) {
  const { SignedXml } = await import('xml-crypto');
  const signature = new SignedXml({
    privateKey,
    publicCert: toPem(certificate),
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  signature.addReference({
    xpath: place,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  const location = { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signature.computeSignature(xml, { prefix: 'ds', location });
  return signature.getSignedXml();
}

/**
 * The bytes of a message signed with any of the certificates (base64); null where none fits. No other part of the message may be
 * read. `xml`: a message after `readMessage`, signed as a whole.
 */
export async function findSigned(xml: string, certificates: readonly string[]): Promise<string | null> {
  const { DOMParser } = await import('@xmldom/xmldom');
  const { SignedXml } = await import('xml-crypto');
  // A parser reads every line's end as a single sign; the library leaves this to the caller.
  const text = xml.replace(/\r\n?/g, '\n');
  const document = new DOMParser().parseFromString(text, 'text/xml');
  const signature = document.getElementsByTagNameNS(namespaces.signature, 'Signature').item(0);
  if (!signature) return null;
  for (const certificate of certificates) {
    const check = new SignedXml({ publicCert: toPem(certificate) });
    try {
      check.loadSignature(signature);
      const [signed, ...others] = check.checkSignature(text) ? check.getSignedReferences() : [];
      if (signed && others.length === 0) return signed;
    } catch {
      // Signed by another key.
    }
  }
  return null;
}
