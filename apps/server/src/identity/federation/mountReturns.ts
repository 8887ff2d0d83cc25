import { html } from '@guichet/contract/core/html';
import { returnPath } from '@guichet/contract/identity/federation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/appContext.ts';
import { plainAddress, toNetwork } from '../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { bindings, getSamlKey, makeMetadata, namespaces, persistentId } from '../saml/saml.service.ts';
import { returnAddress } from './client/client.ts';
import { readRefusal } from './client/refusal.ts';
import { entityIdFor } from './client/saml.ts';
import { receiveAnswer } from './signIns/receiveAnswer.ts';
import { receiveLogoutRequest, receiveLogoutToken } from './signOuts/received.ts';

/** A signed answer with many attributes, as a form. */
const bodyLimit = 400 * 1024;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Serves what browsers and providers ask of each provider's return address, which for the person is a page. */
export function mountReturns(app: FastifyInstance, context: AppContext): void {
  mountSignOut(app, context);
  const path = `${returnPath}/:providerId`;
  app.get(`${path}/metadata`, async (request, reply) => {
    const providerId = idOf(request);
    if (!uuid.test(providerId)) return reply.callNotFound();
    return reply.type('application/samlmetadata+xml').send(await describePortal(context, providerId));
  });

  app.post(path, { bodyLimit }, async (request, reply) => {
    await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
    const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const [posted, state] = [fields.SAMLResponse, fields.RelayState].map((one) =>
      typeof one === 'string' ? one : '',
    );
    const page = await receiveAnswer(context, idOf(request), { posted, state });
    return reply.header('cache-control', 'no-store').redirect(page, 303);
  });
}

/** The address at which a provider ends sessions here, and to which it comes back after a sign-out there. */
function mountSignOut(app: FastifyInstance, context: AppContext): void {
  const path = `${returnPath}/:providerId/logout`;
  const receive = async <T>(request: FastifyRequest, work: (id: string) => Promise<T>) => {
    await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
    const id = idOf(request);
    if (!uuid.test(id)) return null;
    return work(id).then(
      (done) => ({ done }),
      (error: unknown) => {
        readRefusal(context, id, error);
        return null;
      },
    );
  };

  app.get(path, async (request, reply) => {
    const query = request.raw.url?.split('?', 2)[1] ?? '';
    const received = await receive(request, (id) => receiveLogoutRequest(context, id, query));
    const next = received?.done;
    return reply
      .header('cache-control', 'no-store')
      .redirect(next || `${context.config.publicUrl}/login`, 303);
  });

  app.post(path, async (request, reply) => {
    const { logout_token: token } = (request.body ?? {}) as { readonly logout_token?: unknown };
    const received = await receive(request, (id) => receiveLogoutToken(context, id, String(token)));
    reply.header('cache-control', 'no-store');
    // Back-Channel Logout 1.0, 2.8.
    return received ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
  });
}

function idOf({ params }: FastifyRequest): string {
  return (params as { readonly providerId: string }).providerId.toLowerCase();
}

/** The portal's metadata for a provider: a client that signs its requests, and takes signed assertions alone. */
async function describePortal(context: AppContext, providerId: string): Promise<string> {
  const here = returnAddress(context, providerId);
  return makeMetadata(
    entityIdFor(context, providerId),
    await getSamlKey(context),
    (
      keyInfo,
    ) => html`<SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">
${keyInfo}
<SingleLogoutService Binding="${bindings.redirect}" Location="${here}/logout"/>
<NameIDFormat>${persistentId}</NameIDFormat>
<AssertionConsumerService Binding="${bindings.post}" Location="${here}" index="0" isDefault="true"/>
</SPSSODescriptor>`,
  );
}
