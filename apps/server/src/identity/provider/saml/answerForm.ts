import { createHash } from 'node:crypto';
import { fillParams } from '@guichet/contract/core/errors';
import { html } from '@guichet/contract/core/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { smallPagePolicy } from '../../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import type { ClientRow } from '../clients/clients.queries.ts';
import { makePage } from '../openid/pages.ts';
import type { Asked } from './readSignIn.ts';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const script = html`<script>document.forms[0].submit()</script>`;
const scriptHash = createHash('sha256')
  .update(script.toString().replace(/<\/?script>/g, ''))
  .digest('base64');

/** Sends the browser on with an answer (HTTP-POST binding), by itself or by the button; the page can reach that address alone. */
export async function sendForm(
  context: AppContext,
  { request, reply }: Exchange,
  { asked, client, xml }: { readonly asked: Asked; readonly client: ClientRow; readonly xml: string },
): Promise<FastifyReply> {
  const { consumer, relayState } = asked;
  const page = await makePage(context, readerLanguage(request), (w) => ({
    title: fillParams(w.goesOn, { name: client.name }),
    main: html`<form method="post" action="${consumer}">
<input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
${relayState !== null && html`<input type="hidden" name="RelayState" value="${relayState}">`}
<p><button class="button">${w.goOn}</button></p>
</form>
${script}`,
  }));
  const { origin, pathname } = new URL(consumer);
  // In a policy they would end the address.
  const target = `${origin}${pathname.replaceAll(',', '%2C').replaceAll(';', '%3B')}`;
  const allowed = `script-src 'sha256-${scriptHash}'; form-action ${target}`;
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', smallPagePolicy.replace("form-action 'none'", allowed))
    .type('text/html; charset=utf-8')
    .send(page);
}
