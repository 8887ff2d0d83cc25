import { html } from '@guichet/contract/core/html';
import { applicationPath } from '@guichet/contract/identity/provider';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { sendSmallPage } from '../../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import { plainAddress, toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import * as saml from '../../saml/saml.service.ts';
import { type ClientRow, selectClient } from '../clients/clients.queries.ts';
import { findService } from '../clients/service.ts';
import { describeFailure, makePage } from '../openid/pages.ts';
import { lifetimes, requestCookie } from '../openid/terms.ts';
import { inTurn } from '../signIns/turns.ts';
import { makeEntityId, signInAddress, signOutAddress } from './addresses.ts';
import { makeAnswer } from './makeAnswer.ts';
import { type Asked, longestRelayState, readSignIn, usualNameId } from './readSignIn.ts';
import { keepAsked, takeAnswer } from './signIns.ts';
import { receiveSignOut } from './signOut.ts';

/** A signed request with its certificate, as a form. */
const bodyLimit = 400 * 1024;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const config = { answersPage: true } as const;

/** Serves the portal as a provider of SAML 2.0. */
export function mountSaml(app: FastifyInstance, context: AppContext): void {
  app.get('/saml/metadata', async (_request, reply) =>
    reply.type('application/samlmetadata+xml').send(await describePortal(context)),
  );

  app.get('/saml/sign-in', { config }, (request, reply) =>
    receive(context, { request, reply }, (exchange) =>
      signIn(context, exchange, saml.readQuery(queryOf(request), 'SAMLRequest')),
    ),
  );

  app.post('/saml/sign-in', { config, bodyLimit }, (request, reply) =>
    receive(context, { request, reply }, (exchange) =>
      signIn(context, exchange, saml.readForm(request.body, 'AuthnRequest')),
    ),
  );

  app.get('/saml/sign-in/:clientId', { config }, (request, reply) =>
    receive(context, { request, reply }, (exchange) => beginHere(context, exchange)),
  );

  app.get('/api/openid/sign-ins/:request/answer', { config }, async (request, reply) => {
    const { request: id } = request.params as { readonly request: string };
    if (request.cookies[requestCookie] !== id) throw new AppError('openid.requestOver');
    const taken = await inTurn(context, () => takeAnswer(context, id));
    return sendAnswer(context, { request, reply }, taken);
  });

  mountSignOut(app, context);
}

/** Receives sign-outs that applications ask for, by redirect, by a form, or by a call of their own (SOAP). */
function mountSignOut(app: FastifyInstance, context: AppContext): void {
  const path = '/saml/sign-out';
  app.get(path, { config }, (request, reply) =>
    receive(context, { request, reply }, async (exchange) => {
      const query = queryOf(request);
      const isRequest = new URLSearchParams(query).has('SAMLRequest');
      if (!isRequest) return reply.redirect(`${context.config.publicUrl}/login`, 303);
      const done = await receiveSignOut(context, saml.readQuery(query, 'SAMLRequest'));
      return saml.answerSignOut(context, exchange, 'redirect', done);
    }),
  );
  saml.acceptCalls(app, (scope) => {
    scope.post(path, { config, bodyLimit }, (request, reply) =>
      receive(context, { request, reply }, async (exchange) => {
        const { body } = request;
        const isCall = typeof body === 'string';
        const received = isCall
          ? saml.readEnvelope(body, 'LogoutRequest')
          : saml.readForm(body, 'LogoutRequest');
        const done = await receiveSignOut(context, received);
        return saml.answerSignOut(context, exchange, isCall ? 'call' : 'post', done);
      }),
    );
  });
}

const queryOf = ({ raw }: FastifyRequest): string => raw.url?.split('?', 2)[1] ?? '';

/** A message that cannot be answered is told to the person, with the protocol's words for whoever helps. */
async function receive(
  context: AppContext,
  exchange: saml.Exchange,
  work: (exchange: saml.Exchange) => Promise<unknown>,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
  reply.header('cache-control', 'no-store');
  try {
    await work(exchange);
  } catch (error) {
    if (!(error instanceof saml.XmlFault)) throw error;
    const reason = saml.reasonIn(error.message) ?? '';
    context.log.warn({ reason }, 'a request of an application was refused');
    if (typeof request.body === 'string') return saml.sendFault(reply, reason);
    const failure = await describeFailure(context, `SAML: ${reason}`);
    const page = await makePage(context, readerLanguage(request), failure);
    await sendSmallPage(reply.code(400), page);
  }
  return reply;
}

async function signIn(context: AppContext, exchange: saml.Exchange, received: saml.Received): Promise<void> {
  const { asked, client, refusal } = await readSignIn(context, received);
  if (refusal === null) return leadToPage(context, exchange, asked);
  await sendAnswer(context, exchange, { asked, client, xml: await makeAnswer(context, asked, refusal) });
}

function sendAnswer(
  context: AppContext,
  exchange: saml.Exchange,
  { asked, client, xml }: { readonly asked: Asked; readonly client: ClientRow; readonly xml: string },
): Promise<FastifyReply> {
  const { consumer: address, relayState } = asked;
  return saml.sendForm(context, exchange, { address, xml, relayState, opens: client.name });
}

/** A sign-in that the application allows without a request of its own: the answer goes to the default address. */
async function beginHere(context: AppContext, { request, reply }: saml.Exchange): Promise<void> {
  const { clientId } = request.params as { readonly clientId: string };
  const { RelayState: target = null } = request.query as { readonly RelayState?: string | null };
  const client = uuid.test(clientId) ? await selectClient(context.database.read, clientId) : undefined;
  if (client?.kind !== 'saml' || !client.startsHere) throw new AppError('openid.unknown');
  const [consumer] = (await findService(context, client)).consumers;
  if (!consumer) throw new saml.XmlFault('AssertionConsumerService');
  // Anybody can make such a link: it leads to a page of the application and nowhere else.
  const { origin } = new URL(consumer.address);
  const leadsThere = typeof target === 'string' && URL.parse(target, origin)?.origin === origin;
  if (target !== null && (!leadsThere || target.length > longestRelayState))
    throw new saml.XmlFault('RelayState');
  await leadToPage(
    context,
    { reply },
    {
      clientId,
      consumer: consumer.address,
      requestId: null,
      relayState: target,
      nameId: usualNameId(client),
      isFresh: false,
      contexts: [],
    },
  );
}

/** Leads to the page of the portal, whose session answers; the cookie binds the request to this browser. */
async function leadToPage(context: AppContext, { reply }: Pick<saml.Exchange, 'reply'>, asked: Asked) {
  const id = await keepAsked(context, asked);
  const path = `/api/openid/sign-ins/${id}`;
  reply.setCookie(requestCookie, id, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure: context.config.publicUrl.startsWith('https:'),
    maxAge: lifetimes.Interaction,
  });
  await reply.redirect(`${applicationPath}?request=${id}`, 303);
}

async function describePortal(context: AppContext): Promise<string> {
  const [signIn, signOut] = [signInAddress(context), signOutAddress(context)];
  return saml.makeMetadata(
    makeEntityId(context),
    await saml.getSamlKey(context),
    (
      keyInfo,
    ) => html`<IDPSSODescriptor protocolSupportEnumeration="${saml.namespaces.protocol}" WantAuthnRequestsSigned="false">
${keyInfo}
${Object.values(saml.bindings).map((binding) => html`<SingleLogoutService Binding="${binding}" Location="${signOut}"/>`)}
<NameIDFormat>${saml.persistentId}</NameIDFormat>
<NameIDFormat>${saml.transientId}</NameIDFormat>
<SingleSignOnService Binding="${saml.bindings.redirect}" Location="${signIn}"/>
<SingleSignOnService Binding="${saml.bindings.post}" Location="${signIn}"/>
</IDPSSODescriptor>`,
  );
}
