import { type Html, html } from '@guichet/contract/core/html';
import { otherLanguage } from '@guichet/contract/core/language';
import { assets } from '../assets.ts';
import type { Visitor } from '../visits/entry.ts';
import { address, chooseTexts, fill, frontAddress, organisationPath, type View } from './view.ts';

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect width="32" height="32" rx="8" /><path d="M8 9.5h7a3 3 0 0 1 3 3v11a2.5 2.5 0 0 0-2.5-2.5H8Z" />
<path d="M26 9.5h-5a3 3 0 0 0-3 3v11a2.5 2.5 0 0 1 2.5-2.5H26Z" /></svg>`;

export function frame(view: View, page: { readonly title: string; readonly main: Html }): string {
  const words = chooseTexts(view);
  const { language, organisation, universityName } = view;
  const titles = [page.title, organisation?.title[language], universityName].filter(Boolean);
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${[...new Set(titles)].join(' · ')}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${actingBanner(view)}
<header class="bar">
<div class="bar-inner">
${brand(view)}
<nav class="tools" aria-label="${words.tools}">
${portalLink(view)}
${toggle(view)}
${leaveForm(view)}
</nav>
</div>
</header>
<main id="content" class="content" tabindex="-1">
${page.main}
</main>
<footer class="foot"><p>${universityName} · ${words.platform}</p></footer>
</body>
</html>
`;
  return document.toString();
}

/** Tells people who act in another's name so on each page, and where to end that. */
function actingBanner({ stay, visitor, ...view }: View & { readonly visitor?: Visitor }): Html | null {
  if (!stay?.actor || !visitor) return null;
  const words = chooseTexts(view);
  return html`<section class="acting" aria-label="${words.acting}">
<p>${fill(words.actingFor, { name: visitor.fullName, actor: stay.actor })}</p><a href="/${view.language}/home">${words.actingEnd}</a></section>`;
}

function brand(view: View): Html {
  const words = chooseTexts(view);
  const { organisation, language } = view;
  const names = html`${mark}<span class="names"><span class="name">${organisation?.title[language] ?? view.universityName}</span>
<span class="kind">${words.platform}</span></span>`;
  return organisation
    ? html`<a class="brand" href="${frontAddress(organisation, language)}">${names}</a>`
    : html`<div class="brand">${names}</div>`;
}

/** The way back to the portal, which opened the visit. */
function portalLink({ language, formToken }: View): Html | null {
  if (formToken === null) return null;
  return html`<a class="tool" href="/${language}/home">${chooseTexts({ language }).portal}</a>`;
}

function toggle(view: View): Html {
  const language = otherLanguage(view.language);
  const here = address(view.path, language, view.page);
  return html`<a class="tool" lang="${language}" hreflang="${language}" href="${here}">${chooseTexts(view).otherLanguage}</a>`;
}

function leaveForm(view: View): Html | null {
  const { organisation, formToken } = view;
  if (formToken === null || !organisation) return null;
  return html`<form method="post" action="${organisationPath(organisation)}/leave">
<input type="hidden" name="token" value="${formToken}"><button class="tool" type="submit">${chooseTexts(view).leave}</button></form>`;
}
