import type { MetadataFinding } from '@guichet/contract/identity/provider.clients';
import type { AppContext } from '../../../core/context/appContext.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import { resolvesToRefused } from '../../../learning/platforms/privateHosts.service.ts';
import {
  bad,
  type Found,
  fetchMetadata,
  findFault,
  good,
  readServiceMetadata,
  type ServiceMetadata,
  unsure,
  XmlFault,
} from '../../saml/saml.service.ts';
import type { ClientRow } from './clients.queries.ts';

/** An application that speaks SAML: the entity ID, and the metadata or their address. */
interface Registration {
  readonly entityId: string;
  readonly metadata: string;
}

export function readRegistration({
  entityId,
  metadata,
}: Pick<ClientRow, 'entityId' | 'metadata'>): Registration {
  return { entityId: entityId ?? '', metadata: metadata ?? '' };
}

/** The metadata of an application. @throws XmlFault, whose cause is what `fetch` has thrown */
export function findService(
  context: AppContext,
  client: Pick<ClientRow, 'entityId' | 'metadata'>,
  options?: { readonly fresh: boolean },
): Promise<ServiceMetadata> {
  const found = fetchMetadata(context, readRegistration(client), readServiceMetadata, options);
  return found.catch((cause: Error) => {
    if (cause instanceof XmlFault) throw cause;
    throw new XmlFault(`the metadata cannot be read: ${cause.message}`, { cause });
  });
}

/** The words for a bad finding at its field of the form. */
const faults = {
  address: 'serviceMetadata',
  issuer: 'entityId',
  endpoints: 'noConsumer',
  keys: 'serviceMetadata',
};

/** The metadata of a form, read anew. @throws AppError `request.invalid` where nobody could enter with them */
export async function readService(context: AppContext, form: Registration): Promise<ServiceMetadata> {
  const { service, findings } = await inspect(context, form);
  for (const { check, state } of findings)
    if (state === 'bad' && check !== 'signOut')
      throw invalidField(check === 'issuer' ? 'entityId' : 'metadata', faults[check]);
  return service as ServiceMetadata;
}

/** The checks of the metadata of a form, one after the other. */
export async function tryService(context: AppContext, form: Registration): Promise<MetadataFinding[]> {
  return (await inspect(context, form)).findings;
}

async function findSignOut({ config }: AppContext, { signOutCall }: ServiceMetadata): Promise<Found> {
  if (signOutCall === null) return unsure(null);
  const { hostname } = new URL(signOutCall);
  const isRefused = await resolvesToRefused(config, hostname);
  return isRefused ? { state: 'unsure', fault: 'privateHost', detail: hostname } : good;
}

async function inspect(context: AppContext, form: Registration) {
  const findings: MetadataFinding[] = [];
  const note = (check: MetadataFinding['check'], found: Found) => findings.push({ check, ...found });
  let service: ServiceMetadata;
  try {
    service = await findService(context, form, { fresh: true });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    note('address', { ...bad(error.message), ...findFault(error) });
    return { service: null, findings };
  }
  note('address', good);
  note('issuer', service.entityId === form.entityId ? good : bad(service.entityId));
  note('endpoints', service.consumers.length > 0 ? good : bad('AssertionConsumerService, HTTP-POST'));
  const hasKey = service.certificates.length > 0;
  note('keys', hasKey ? good : service.signsRequests ? bad('AuthnRequestsSigned') : unsure(null));
  note('signOut', await findSignOut(context, service));
  return { service, findings };
}
