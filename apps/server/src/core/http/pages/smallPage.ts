import { createHash } from 'node:crypto';
import { type Html, html } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import type { FastifyReply } from 'fastify';
import type { UniversityName } from '../../database/universityName.ts';
import { AppError, describeProblem } from '../../runtime/errors.ts';

export interface SmallPage {
  readonly language: Language;
  readonly universityName: string;
  readonly title: string;
  readonly main: Html;
}

const sheet = `:root{color-scheme:light dark;--paper:light-dark(#f8f6f2,#10131c);--surface:light-dark(#fff,#181c28);--line:light-dark(#e4dfd6,#2a3042);--ink:light-dark(#1a1d29,#edebe6);--muted:light-dark(#575c6b,#a9afc0);--accent:light-dark(#23408e,#4a68c4);--soft:light-dark(#fbf0da,#382d17);--focus:light-dark(#2f62de,#93b2ff)}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
header{box-sizing:border-box;width:100%;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.75rem 1.5rem;border-bottom:1px solid var(--line);background:var(--surface)}
.name{font:600 1.25rem/1 Palatino,"Palatino Linotype",Georgia,serif}
main{box-sizing:border-box;width:calc(100% - 2rem);max-width:34rem;margin:1rem;padding:2rem clamp(1.25rem,5vw,2.5rem);border:1px solid var(--line);border-radius:.75rem;background:var(--surface);overflow-wrap:anywhere}
h1{margin:.25rem 0 1rem;font:400 1.6rem/1.25 Palatino,"Palatino Linotype",Georgia,serif}
p{margin:0 0 1rem}p:last-child{margin:0}
.muted{color:var(--muted);font-size:.875rem}
.reason{padding:.75rem 1rem;border-radius:.5rem;background:var(--soft)}
.button{display:inline-block;padding:.6rem 1.1rem;border:1px solid transparent;border-radius:.5rem;background:var(--accent);color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}
.plain{border-color:var(--line);background:none;color:inherit;font-weight:400}
:is(a,button):focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** The mark of the pages (web/entry/shell/Wordmark.tsx). */
const mark = html`<svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32" fill="none" stroke-width="2.25" stroke-linecap="round"><rect width="32" height="32" rx="7" fill="#131c3a"/><path d="M7 26V15.5a9 9 0 0 1 18 0V26" stroke="#f4f1ea"/><path d="M11.5 20v-4.5a4.5 4.5 0 0 1 9 0V20Z" fill="#f5bd68"/><path d="M9.5 22.75h13" stroke="#f4f1ea"/></svg>`;

/** Rights of a page beyond its style: a script, forms to a target, frames of these origins. */
interface Allowed {
  readonly script?: Html;
  readonly forms?: string;
  readonly frameOf?: string | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const sheetHash = hashOf(sheet);

/** The policy of a page; its style sheet and its script are allowed by hash, its icon is empty. */
export function smallPagePolicy({ script, forms = "'none'", frameOf }: Allowed = {}): string {
  const scripts = script ? ` script-src ${hashOf(script.toString().replace(/<\/?script>/g, ''))};` : '';
  return `default-src 'none'; img-src data:; style-src ${sheetHash}; base-uri 'none';${scripts} form-action ${forms}; frame-ancestors ${frameOf || "'none'"}`;
}

export function sendSmallPage(reply: FastifyReply, page: string, allowed: Allowed = {}): FastifyReply {
  if (allowed.frameOf) reply.removeHeader('x-frame-options');
  const policy = smallPagePolicy(allowed);
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
}

/** A complete HTML document from the server, for windows outside the web application. */
export function smallPage({ language, universityName, title, main }: SmallPage): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${universityName} – ${title}</title>
<link rel="icon" href="data:,">
STYLE
</head>
<body>
<header>${mark}<span class="name">Guichet</span><span class="muted">${universityName}</span></header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`
    .toString()
    .replace('STYLE', () => `<style>${sheet}</style>`);
}

const failureTitle = { fr: 'L’opération n’a pas réussi', en: 'The operation failed' };

/** A failure as an HTML page, for windows that show the answer themselves. */
export function failurePage(error: AppError, language: Language, university: UniversityName) {
  // A window has no session to renew: the error can only mean a used or expired one-time token.
  const told = error.code === 'session.missing' ? new AppError('session.windowShut') : error;
  const { status, detail } = describeProblem(told, language);
  const universityName = university[language];
  const main = html`<p>${detail}</p>`;
  return { status, page: smallPage({ language, universityName, title: failureTitle[language], main }) };
}
