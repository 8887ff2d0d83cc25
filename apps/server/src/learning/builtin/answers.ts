import type { FastifyReply } from 'fastify';
import type { Html } from '../../platform/http/pages/html.ts';
import { type Assets, frame } from './pages/frame.ts';
import { type Notice, noticePage } from './pages/noticePage.ts';
import type { InnerView, View } from './pages/view.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
}

const statusOf: Record<Notice, number> = { spent: 403, ended: 403, unknown: 404, broken: 500 };

/** The pages contain no script and no inline style, so the policy allows none. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPage(reply: FastifyReply, assets: Assets, view: InnerView, page: Page): FastifyReply {
  return send(reply, frame(view, assets, { ...page, formToken: view.formToken }));
}

/** Sends a notice in place of a page, with the sign-out form for a signed-in visitor. */
export function sendNotice(reply: FastifyReply, assets: Assets, view: View | InnerView, notice: Notice) {
  const formToken = 'formToken' in view ? view.formToken : null;
  return send(reply.code(statusOf[notice]), frame(view, assets, { ...noticePage(view, notice), formToken }));
}

function send(reply: FastifyReply, document: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(document);
}
