import { fillParams } from '@guichet/contract/core/errors';
import { html } from '@guichet/contract/core/html';
import { returnPath } from '@guichet/contract/identity/federation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { bindBrowserMark } from '../../../core/http/cookies.ts';
import { sendSmallPage } from '../../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import { plainAddress, toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { describeFailure, makePage } from '../../provider/provider.service.ts';
import { type Exchange, postForm } from '../../saml/saml.service.ts';
import { listOrigins } from '../client/lti.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { beginLaunch, initiationNames } from './beginLaunch.ts';
import { takeChoice } from './launches.ts';

const script = html`<script>if(top===self)location.replace(document.links[0].href)</script>`;

/** How often, in seconds, and how many times a page in a course looks whether an exam has been chosen in the other window. */
const lookSeconds = 3;
const mostLooks = 400;

/**
 * Serves what begins a launch. A platform's page sends the browser here from elsewhere, often in a frame: neither brings our
 * cookie. So the answer is a page that leads to itself from here, at once, or by a press in a window of its own.
 */
export function mountLaunches(app: FastifyInstance, context: AppContext): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${returnPath}/:providerId/launch`,
    exposeHeadRoute: false,
    config: { answersPage: true },
    async handler(request, reply) {
      const text = textsIn(request.method === 'POST' ? request.body : request.query);
      return showWay(context, { request, reply }, text);
    },
  });

  // Changes the cookie: only a page of the portal may lead here.
  const config = { answersPage: true, isStateChanging: true };
  app.get(
    '/api/federation/:providerId/launch',
    { exposeHeadRoute: false, config },
    async (request, reply) => {
      if (!uuid.test(readProviderId(request))) return reply.callNotFound();
      await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
      const browser = bindBrowserMark(request, reply, context.config, 'federation');
      const language = readerLanguage(request);
      const text = textsIn(request.query);
      const begun = await beginLaunch(context, readProviderId(request), { text, language, browser });
      if ('address' in begun) return reply.redirect(begun.address, 303);
      const reason = begun.reason === null ? begun.why : `${begun.why}: ${begun.reason}`;
      const page = await makePage(context, language, await describeFailure(context, reason, undefined, true));
      return sendSmallPage(reply.code(400).header('cache-control', 'no-store'), page);
    },
  );
}

async function showWay(context: AppContext, { request, reply }: Exchange, text: (name: string) => string) {
  const id = readProviderId(request);
  const platform = uuid.test(id) ? await findActiveProvider(context, id) : null;
  if (platform?.kind !== 'lti') return reply.callNotFound();
  const language = readerLanguage(request);
  const name = language === 'fr' ? platform.labelFr : platform.labelEn;
  const frameOf = listOrigins(platform).join(' ');
  const frame = text('frame');
  const chosen = frame === '' ? null : await takeChoice(context, id, frame);
  if (chosen) {
    const form = { address: chosen.address, fields: { JWT: chosen.jwt }, opens: name, frameOf };
    return postForm(context, { request, reply }, form);
  }
  const isFramed = /^(?:iframe|frame|embed|object)$/.test(String(request.headers['sec-fetch-dest']));
  const begun = initiationNames.flatMap((name) => (text(name) ? [[name, text(name)]] : []));
  const secret = frame || (isFramed ? context.clock.randomBytes(32).toString('base64url') : '');
  const query = new URLSearchParams([...begun, ...(secret ? [['frame', secret]] : [])]).toString();
  const looks = Number(text('looks')) || 0;
  const here = `${returnPath}/${id}/launch?${query}`;
  // The link of an exam leads a whole class here, which waits for no choice.
  const mayWait = secret !== '' && !text('target_link_uri').includes('?exam=');
  if (mayWait && looks < mostLooks) reply.header('refresh', `${lookSeconds};url=${here}&looks=${looks + 1}`);
  const page = await makePage(context, language, (w) => ({
    title: w.launch,
    main: html`<p>${fillParams(w.launched, { name })}</p>
<p><a class="button" target="_blank" href="/api/federation/${id}/launch?${query}">${w.goOn}</a></p>
${mayWait && looks >= mostLooks && html`<p>${w.waited}</p><p><a class="button" href="${here}">${w.waitOn}</a></p>`}
${script}`,
  }));
  return sendSmallPage(reply.header('cache-control', 'no-store'), page, { script, frameOf });
}

/** The form of a provider’s id; an address can name anything. */
export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readProviderId({ params }: Pick<FastifyRequest, 'params'>): string {
  return (params as { readonly providerId: string }).providerId.toLowerCase();
}

/** Reads the fields of a form or a query, '' for what is absent or comes twice. */
export function textsIn(fields: unknown): (name: string) => string {
  const named = (fields ?? {}) as Readonly<Record<string, unknown>>;
  return (name) => {
    const value = Object.hasOwn(named, name) ? named[name] : '';
    return typeof value === 'string' ? value : '';
  };
}
