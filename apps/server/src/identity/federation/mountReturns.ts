import { html } from '@guichet/contract/core/html';
import { returnPath } from '@guichet/contract/identity/federation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/appContext.ts';
import { sendSmallPage } from '../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../core/http/serve.ts';
import { plainAddress, toNetwork } from '../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { makePage } from '../provider/provider.service.ts';
import * as saml from '../saml/saml.service.ts';
import { returnAddress } from './client/client.ts';
import { readRefusal } from './client/refusal.ts';
import { entityIdFor } from './client/saml.ts';
import { mountLaunches, readProviderId, textsIn, uuid } from './launches/mountLaunches.ts';
import { receiveAnswer } from './signIns/receiveAnswer.ts';
import {
  receiveLogoutAnswer,
  receiveLogoutFrame,
  receiveLogoutRequest,
  receiveLogoutToken,
} from './signOuts/received.ts';

/** A signed answer with many attributes, as a form. */
const bodyLimit = 400 * 1024;

/** Serves what browsers and providers ask of each provider's return address, which for the person is a page. */
export function mountReturns(app: FastifyInstance, context: AppContext): void {
  mountSignOut(app, context);
  mountLaunches(app, context);
  const path = `${returnPath}/:providerId`;
  app.get(`${path}/metadata`, async (request, reply) => {
    const providerId = readProviderId(request);
    if (!uuid.test(providerId)) return reply.callNotFound();
    return reply.type('application/samlmetadata+xml').send(await describePortal(context, providerId));
  });

  app.post(path, { bodyLimit, config: { answersPage: true } }, async (request, reply) => {
    const providerId = readProviderId(request);
    if (!uuid.test(providerId)) return reply.callNotFound();
    await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
    const text = textsIn(request.body);
    const posted = text('SAMLResponse') || text('id_token');
    const error = [text('error'), text('error_description')].filter(Boolean).join(': ');
    const answer = { posted, state: text('RelayState') || text('state'), error };
    const page = await receiveAnswer(context, providerId, answer);
    return reply.header('cache-control', 'no-store').redirect(page, 303);
  });
}

/** The address at which a provider ends sessions here, and to which it comes back after a sign-out there. */
function mountSignOut(app: FastifyInstance, context: AppContext): void {
  const path = `${returnPath}/:providerId/logout`;
  /** The outcome of `work`; null where it refuses, with the reason in the log. */
  const receive = async <T>(request: FastifyRequest, work: (id: string) => Promise<T>): Promise<T | null> => {
    await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
    const id = readProviderId(request);
    if (!uuid.test(id)) return null;
    return work(id).catch((error: unknown) => {
      readRefusal(context, id, error);
      return null;
    });
  };
  const leadOn = (reply: FastifyReply) => reply.redirect(`${context.config.publicUrl}/login`, 303);
  /** After a sign-out there that was begun here. */
  const comeBack = async (request: FastifyRequest, reply: FastifyReply, read: () => saml.Received) => {
    const isOver = await receive(request, async (id) => receiveLogoutAnswer(context, id, read()));
    if (!isOver) return leadOn(reply);
    const page = await makePage(context, readerLanguage(request), (w) => ({
      title: w.signedOut,
      main: html`<p>${w.bothOver}</p><p><a class="button" href="/login">${w.signIn}</a></p>`,
    }));
    return sendSmallPage(reply, page);
  };

  app.get(path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const query = request.raw.url?.split('?', 2)[1] ?? '';
    const fields = new URLSearchParams(query);
    const [issuer, session] = [fields.get('iss'), fields.get('sid')];
    if (session) {
      await receive(request, (id) => receiveLogoutFrame(context, id, { issuer, session }));
      // Shown to nobody.
      return reply.type('text/html; charset=utf-8').send('');
    }
    if (fields.has('SAMLResponse'))
      return comeBack(request, reply, () => saml.readQuery(query, 'SAMLResponse'));
    if (!fields.has('SAMLRequest')) return leadOn(reply);
    const done = await receive(request, async (id) =>
      receiveLogoutRequest(context, id, saml.readQuery(query, 'SAMLRequest')),
    );
    return done ? saml.answerSignOut(context, { request, reply }, 'redirect', done) : leadOn(reply);
  });

  saml.acceptCalls(app, (scope) => {
    scope.post(path, { bodyLimit }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { body } = request;
      const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
      if (fields.SAMLResponse !== undefined)
        return comeBack(request, reply, () => saml.readForm(body, 'LogoutResponse'));
      const isCall = typeof body === 'string';
      if (isCall || fields.SAMLRequest !== undefined) {
        const done = await receive(request, async (id) => {
          const received = isCall
            ? saml.readEnvelope(body, 'LogoutRequest')
            : saml.readForm(body, 'LogoutRequest');
          return receiveLogoutRequest(context, id, received);
        });
        if (done) return saml.answerSignOut(context, { request, reply }, isCall ? 'call' : 'post', done);
        return isCall ? saml.sendFault(reply, 'refused') : leadOn(reply);
      }
      const isDone = await receive(request, async (id) => {
        await receiveLogoutToken(context, id, String(fields.logout_token));
        return true;
      });
      // Back-Channel Logout 1.0, 2.8.
      return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
    });
  });
}

/** The portal's metadata for a provider: a client that signs its requests, and takes signed assertions alone. */
async function describePortal(context: AppContext, providerId: string): Promise<string> {
  const here = returnAddress(context, providerId);
  return saml.makeMetadata(
    entityIdFor(context, providerId),
    await saml.getSamlKey(context),
    (
      keyInfo,
    ) => html`<SPSSODescriptor protocolSupportEnumeration="${saml.namespaces.protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">
${keyInfo}
${Object.values(saml.bindings).map((binding) => html`<SingleLogoutService Binding="${binding}" Location="${here}/logout"/>`)}
<NameIDFormat>${saml.persistentId}</NameIDFormat>
<AssertionConsumerService Binding="${saml.bindings.post}" Location="${here}" index="0" isDefault="true"/>
</SPSSODescriptor>`,
  );
}
