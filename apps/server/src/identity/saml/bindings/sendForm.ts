import { fillParams } from '@guichet/contract/core/errors';
import { html } from '@guichet/contract/core/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { sendSmallPage, smallPage } from '../../../core/http/pages/smallPage.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const words = { fr, en };
const script = html`<script>document.forms[0].submit()</script>`;

/** A message for another side. `opens`: the name of what it opens; null: the answer to a sign-out. */
export interface Posted {
  readonly address: string;
  readonly xml: string;
  readonly relayState: string | null;
  readonly opens: string | null;
}

/** A form for another side; `frameOf`: the origins that may show its page in a frame. */
export interface PostedForm extends Pick<Posted, 'address' | 'opens'> {
  readonly fields: Readonly<Record<string, string>>;
  readonly frameOf?: string;
}

/** Sends the browser on with a message (HTTP-POST binding). */
export function sendForm(
  context: AppContext,
  exchange: Exchange,
  { xml, relayState, ...form }: Posted,
): Promise<FastifyReply> {
  const message = { SAMLResponse: Buffer.from(xml).toString('base64') };
  const fields = relayState === null ? message : { ...message, RelayState: relayState };
  return postForm(context, exchange, { ...form, fields });
}

/** Sends the browser on with a form, by itself or by the button; the page can reach that address alone. */
export async function postForm(
  context: AppContext,
  { request, reply }: Exchange,
  { address, fields, opens, frameOf }: PostedForm,
): Promise<FastifyReply> {
  const language = readerLanguage(request);
  const w = words[language];
  const page = smallPage({
    language,
    universityName: (await findUniversityName(context))[language],
    title: opens === null ? w.signedOut : fillParams(w.goesOn, { name: opens }),
    main: html`<form method="post" action="${address}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button class="button">${w.goOn}</button></p>
</form>
${script}`,
  });
  const { origin, pathname } = new URL(address);
  // In a policy they would end the address.
  const forms = `${origin}${pathname.replaceAll(',', '%2C').replaceAll(';', '%3B')}`;
  return sendSmallPage(reply.header('cache-control', 'no-store'), page, { script, forms, frameOf });
}
