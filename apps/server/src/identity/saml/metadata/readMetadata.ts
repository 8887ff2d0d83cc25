import { X509Certificate } from 'node:crypto';
import { pageAddress } from '@guichet/contract/identity/provider.clients';
import { toPem } from '../keys/certificate.ts';
import { bindings, namespaces } from '../reading/names.ts';
import { childrenNamed, eachInside, readXml, type XmlElement, XmlFault } from '../reading/readXml.ts';

/** A provider as its metadata describe it (SAML Metadata 2.0, 2.4). */
export interface Metadata {
  readonly entityId: string;
  /** Where sign-ins are asked for by redirect; null where the provider takes none so. */
  readonly signIn: string | null;
  /** Where sign-outs are sent by redirect. */
  readonly signOut: string | null;
  readonly signOutAnswers: SignOutAnswers;
  /** The certificates that sign, as base64. */
  readonly certificates: readonly string[];
}

/** Where the answers to sign-outs are sent, by each way of a browser; null for nowhere. */
export interface SignOutAnswers {
  readonly redirect: string | null;
  readonly post: string | null;
}

const mostCertificates = 6;

/** Reads a provider's metadata: its own, or that of `entityId` among several. @throws XmlFault */
export function readMetadata(text: string, entityId: string): Metadata {
  const { entity, role } = findRole(text, entityId, 'IDPSSODescriptor');
  return {
    entityId: entity.attributes.entityID ?? '',
    signIn: addressOf(findService(role, 'SingleSignOnService')?.attributes.Location),
    signOut: addressOf(findService(role, 'SingleLogoutService')?.attributes.Location),
    signOutAnswers: readSignOutAnswers(role),
    certificates: listCertificates(role),
  };
}

/** A service that people enter, as described by the metadata (2.4.4). */
export interface ServiceMetadata extends Pick<Metadata, 'entityId' | 'signOutAnswers' | 'certificates'> {
  /** Where answers are posted, the default first. */
  readonly consumers: readonly { readonly address: string; readonly index: string }[];
  /** Whether a request without a signature is refused. */
  readonly signsRequests: boolean;
  /** Where the portal itself tells of ended sessions (SOAP); null for nowhere. */
  readonly signOutCall: string | null;
}

/** Reads a service's metadata in the same way. @throws XmlFault */
export function readServiceMetadata(text: string, entityId: string): ServiceMetadata {
  const { entity, role } = findRole(text, entityId, 'SPSSODescriptor');
  const posted = childrenNamed(role, namespaces.metadata, 'AssertionConsumerService')
    .map(({ attributes }) => attributes)
    .filter(({ Binding, Location = '' }) => Binding === bindings.post && pageAddress.test(Location));
  const isDefault = ({ isDefault: said }: XmlElement['attributes']) => said === 'true' || said === '1';
  const ordered = [...posted].sort((left, right) => Number(isDefault(right)) - Number(isDefault(left)));
  const signs = role.attributes.AuthnRequestsSigned;
  return {
    entityId: entity.attributes.entityID ?? '',
    consumers: ordered.map(({ Location: address = '', index = '' }) => ({ address, index })),
    signsRequests: signs === 'true' || signs === '1',
    signOutAnswers: readSignOutAnswers(role),
    signOutCall: addressOf(findService(role, 'SingleLogoutService', bindings.soap)?.attributes.Location),
    certificates: listCertificates(role),
  };
}

function findRole(text: string, entityId: string, name: string) {
  const root = readXml(text.trim(), { mayComment: true });
  const entities = [...eachInside(root)].filter((one) => isNamed(one, 'EntityDescriptor'));
  const entity = entities.find(({ attributes }) => attributes.entityID === entityId) ?? entities[0];
  if (!entity) throw new XmlFault('no EntityDescriptor');
  const [role] = childrenNamed(entity, namespaces.metadata, name);
  if (!role) throw new XmlFault(`no ${name}`);
  return { entity, role };
}

function readSignOutAnswers(role: XmlElement): SignOutAnswers {
  const read = (binding: string) => {
    const { Location: asks, ResponseLocation: answers } =
      findService(role, 'SingleLogoutService', binding)?.attributes ?? {};
    return addressOf(answers ?? asks);
  };
  return { redirect: read(bindings.redirect), post: read(bindings.post) };
}

const isNamed = ({ name, namespace }: XmlElement, wanted: string): boolean =>
  name === wanted && namespace === namespaces.metadata;

function findService(role: XmlElement, service: string, binding: string = bindings.redirect) {
  const services = childrenNamed(role, namespaces.metadata, service);
  return services.find(({ attributes }) => attributes.Binding === binding);
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
