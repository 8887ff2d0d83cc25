import { X509Certificate } from 'node:crypto';
import { toPem } from '../bindings/bindings.ts';
import { bindings, namespaces } from '../reading/names.ts';
import { childrenNamed, eachInside, readXml, type XmlElement, XmlFault } from '../reading/readXml.ts';

/** A provider as its metadata describe it (SAML Metadata 2.0, 2.4). */
export interface Metadata {
  readonly entityId: string;
  /** Where sign-ins are asked for by redirect; null where the provider takes none so. */
  readonly signIn: string | null;
  /** Where sign-outs are sent by redirect, and their answers. */
  readonly signOut: string | null;
  readonly signOutAnswer: string | null;
  /** The certificates that sign, as base64. */
  readonly certificates: readonly string[];
}

const mostCertificates = 6;

/** Reads a provider's metadata: its own, or that of `entityId` among several. @throws XmlFault */
export function readMetadata(text: string, entityId: string): Metadata {
  const root = readXml(text.trim(), { mayComment: true });
  const entities = [...eachInside(root)].filter((one) => isNamed(one, 'EntityDescriptor'));
  const entity = entities.find(({ attributes }) => attributes.entityID === entityId) ?? entities[0];
  if (!entity) throw new XmlFault('no EntityDescriptor');
  const [role] = childrenNamed(entity, namespaces.metadata, 'IDPSSODescriptor');
  if (!role) throw new XmlFault('no IDPSSODescriptor');
  const signOut = findRedirect(role, 'SingleLogoutService');
  return {
    entityId: entity.attributes.entityID ?? '',
    signIn: addressOf(findRedirect(role, 'SingleSignOnService')?.attributes.Location),
    signOut: addressOf(signOut?.attributes.Location),
    signOutAnswer: addressOf(signOut?.attributes.ResponseLocation ?? signOut?.attributes.Location),
    certificates: listCertificates(role),
  };
}

const isNamed = ({ name, namespace }: XmlElement, wanted: string): boolean =>
  name === wanted && namespace === namespaces.metadata;

function findRedirect(role: XmlElement, service: string): XmlElement | undefined {
  const services = childrenNamed(role, namespaces.metadata, service);
  return services.find(({ attributes }) => attributes.Binding === bindings.redirect);
}

/** A browser is sent there: no `javascript:`. */
function addressOf(location: string | undefined): string | null {
  return location && /^https?:/i.test(location) && URL.canParse(location) ? location : null;
}

function listCertificates(role: XmlElement): string[] {
  const keys = childrenNamed(role, namespaces.metadata, 'KeyDescriptor');
  const signing = keys.filter(({ attributes }) => (attributes.use ?? 'signing') === 'signing');
  const texts = signing.flatMap((key) =>
    [...eachInside(key)]
      .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === namespaces.signature)
      .map(({ text }) => text.replace(/\s/g, '')),
  );
  return [...new Set(texts)].filter(isUsable).slice(0, mostCertificates);
}

function isUsable(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(toPem(certificate));
    return (
      publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    );
  } catch {
    return false;
  }
}
