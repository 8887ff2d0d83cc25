import { type Html, html } from '@guichet/contract/core/html';
import { landingPath } from '@guichet/contract/systems/landings';
import type { FastifyReply } from 'fastify';
import { frame } from './pages/frame.ts';
import { chooseTexts, frontAddress, type View } from './pages/view.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
}

/** Why no page can be shown, with the status of the answer. */
const notices = { spent: 403, ended: 403, unknown: 404, broken: 500 };
export type Notice = keyof typeof notices;

/** The pages contain no script and no inline style, so the policy allows none. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPage(reply: FastifyReply, view: View, page: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(frame(view, page));
}

/** Sends, in place of a page, an explanation and a link that leads on. */
export function sendNotice(reply: FastifyReply, view: View, notice: Notice): FastifyReply {
  const words = chooseTexts(view);
  const title = words[`${notice}Title`];
  const next = nextOf(view, notice);
  const main = html`<section class="notice">
<h1>${title}</h1>
<p class="lead">${words[`${notice}Text`]}</p>
${next && html`<p><a class="button primary" href="${next.address}">${next.label}</a></p>`}
</section>`;
  return sendPage(reply.code(notices[notice]), view, { title, main });
}

function nextOf(view: View, notice: Notice): { address: string; label: string } | null {
  const words = chooseTexts(view);
  const { organisation, language } = view;
  if (notice === 'broken') return null;
  if (notice === 'unknown' && organisation)
    return { address: frontAddress(organisation, language), label: words.toFront };
  return { address: organisation ? landingPath(organisation, language) : '/', label: words.toPortal };
}
