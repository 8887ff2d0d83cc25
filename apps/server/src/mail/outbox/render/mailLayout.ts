import { fillParams } from '@guichet/contract/core/errors';
import { escapeHtml } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import type { LogoSize } from '../../../systems/university/university.service.ts';
import { mailWords } from '../../texts/texts.service.ts';
import { logoImage } from './logo.ts';

export interface LaidOutMail {
  readonly language: Language;
  readonly subject: string;
  /** Sanitised HTML. */
  readonly body: string;
  readonly universityName: string;
  readonly logo: LogoSize | null;
  /** The lines of the office that sends the mail. */
  readonly footer: readonly string[];
  /** The text that inboxes show beside the subject. */
  readonly preheader: string;
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Wraps long addresses and names, so that they do not overflow a narrow screen. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word';

/** Styles that cannot stand inline: dark mode, narrow screens and links in any colour scheme. */
const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
a{color:#23408e}
table table{border-collapse:collapse}
@media (max-width:620px){.edge{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
body,.paper{background:#10131c!important}
.card{background:#181c28!important}
.ink,.ink p,.ink li,.ink td,.ink h1,.ink h2,.ink h3,.ink h4{color:#edebe6!important}
.muted{color:#a9afc0!important}
.logo{padding:4px;background:#ffffff}
.ink a{color:#a8bdf8!important}
.ink a.button{background:#4a68c4!important;color:#ffffff!important}
.ink a.second{background:transparent!important;border-color:#a8bdf8!important}
}`;

/** The whole HTML document of a mail, with placeholders: readable without images, styles or scripts. */
export function layOutMail(mail: LaidOutMail): string {
  const university = escapeHtml(mail.universityName);
  const { frame } = mailWords[mail.language];
  return `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(mail.subject)}</title>
<style>${sheet}</style>
</head>
<body style="margin:0;padding:0;background:#f8f6f2">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">${escapeHtml(mail.preheader)}</div>
<div role="main">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f8f6f2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;${breaks}">
<tr><td class="muted edge" style="padding:0 32px 12px;font:600 15px/1.4 ${font};color:#575c6b"><h1 style="margin:0;font:inherit;color:inherit">${mail.logo ? logoImage(mail.logo, university) : university}</h1></td></tr>
<tr><td class="card ink edge" style="padding:14px 32px;background:#ffffff;border-radius:12px;font:400 16px/1.6 ${font};color:#1a1d29">
${withButtons(mail.body)}
</td></tr>
<tr><td class="muted edge" style="padding:16px 32px 0;font:400 13px/1.5 ${font};color:#575c6b">${mail.footer.map((line) => `${escapeHtml(line)}<br>\n`).join('')}${fillParams(frame.footer, { university })}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const lastLink =
  /(<p>|<p>\{\{linkStart\}\}|<br \/>)\s*<a href="(\{\{(?:setPasswordUrl|loginUrl|confirmUrl)\}\})">([^<{]+)<\/a>\s*(\{\{linkEnd\}\}|)<\/p>/g;

const shape = 'display:inline-block;margin:6px 0;border-radius:8px;font-weight:600;text-decoration:none';
const filled = `padding:12px 22px;background:#23408e;color:#ffffff;${shape}`;
const outlined = `padding:10px 20px;border:2px solid #23408e;background:#ffffff;color:#23408e;${shape}`;

/**
 * Turns each link into the portal that is alone on the last line of a paragraph, with words as its text, into a button: a
 * filled one for what comes first, outlined ones for the rest.
 */
function withButtons(body: string): string {
  let count = 0;
  return body.replace(lastLink, (_whole, before: string, href: string, words: string, after: string) => {
    const [name, style] = count++ === 0 ? ['button', filled] : ['second', outlined];
    return `${before}<a class="${name}" href="${href}" style="${style}">${words}</a>${after}</p>`;
  });
}
