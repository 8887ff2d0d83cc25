import { createHash } from 'node:crypto';
import { fillParams } from '@guichet/contract/core/errors';
import { html } from '@guichet/contract/core/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { smallPage, smallPagePolicy } from '../../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const words = { fr, en };
const script = html`<script>document.forms[0].submit()</script>`;
const scriptHash = createHash('sha256')
  .update(script.toString().replace(/<\/?script>/g, ''))
  .digest('base64');

/** A message for another side. `opens`: the name of what it opens; null: the answer to a sign-out. */
export interface Posted {
  readonly address: string;
  readonly xml: string;
  readonly relayState: string | null;
  readonly opens: string | null;
}

/** Sends the browser on with a message (HTTP-POST binding), by itself or by the button; the page can reach that address alone. */
export async function sendForm(
  context: AppContext,
  { request, reply }: Exchange,
  { address, xml, relayState, opens }: Posted,
): Promise<FastifyReply> {
  const language = readerLanguage(request);
  const w = words[language];
  const page = smallPage({
    language,
    universityName: (await findUniversityName(context))[language],
    title: opens === null ? w.signedOut : fillParams(w.goesOn, { name: opens }),
    main: html`<form method="post" action="${address}">
<input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
${relayState !== null && html`<input type="hidden" name="RelayState" value="${relayState}">`}
<p><button class="button">${w.goOn}</button></p>
</form>
${script}`,
  });
  const { origin, pathname } = new URL(address);
  // In a policy they would end the address.
  const target = `${origin}${pathname.replaceAll(',', '%2C').replaceAll(';', '%3B')}`;
  const allowed = `script-src 'sha256-${scriptHash}'; form-action ${target}`;
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', smallPagePolicy.replace("form-action 'none'", allowed))
    .type('text/html; charset=utf-8')
    .send(page);
}
