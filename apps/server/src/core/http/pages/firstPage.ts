import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { systemId } from '@guichet/contract/core/endpoint';
import { escapeHtml } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import { telephoneHref } from '@guichet/contract/core/telephone';
import type { FoundOffice, OfficeContact } from '@guichet/contract/systems/systems.office';
import type { FastifyRequest } from 'fastify';

/** The cookie with the language chosen last, for the first page. */
export const languageCookie = 'guichet.language';

/** An HTML page, and its brotli form, which the first use compresses. */
interface Page {
  readonly text: Buffer;
  compressed(): Promise<Buffer>;
}

/** The built page: bare, or with what the build rendered (apps/web/build/firstWords.ts): sign-in, or the head of a new password. */
export type FirstPages = Readonly<Record<'bare' | Language | `password ${Language}`, Page>>;

const marks =
  /<!--(?:sign-in fr|sign-in en|password fr|password en|no sign-in|\/sign-in|office fr|office en|\/office)-->/;

/**
 * `university`: its name in each language, HTML-escaped. `office`: whom these pages name; null where the script asks
 * for it itself.
 */
export function makeFirstPages(
  html: string,
  university: Readonly<Record<Language, string>>,
  office: FoundOffice | null,
): FirstPages {
  const [
    before = '',
    french = '',
    english = '',
    passwordFrench = '',
    passwordEnglish = '',
    none = '',
    between = '',
    inFrench = '',
    inEnglish = '',
    after = '',
  ] = html.split(marks);
  const fr = office ? drawOffice(inFrench, 'fr', office) : '';
  const en = office ? drawOffice(inEnglish, 'en', office) : '';
  const offices = office
    ? `<template id="office-fr">${fr}</template><template id="office-en">${en}</template>`
    : '';
  const inside = (drawn: string) => before + drawn + between + offices + after;
  const drawIn = (language: Language, drawn: string) => {
    const texts: Readonly<Record<string, string>> = {
      university: university[language],
      office: { fr, en }[language],
    };
    const page = inside(drawn.replace(/{{(\w+)}}/g, (_, text: string) => texts[text] ?? ''));
    return pageOf(language === 'en' ? page.replace('<html lang="fr">', '<html lang="en">') : page);
  };
  return {
    bare: pageOf(inside(none)),
    fr: drawIn('fr', french),
    en: drawIn('en', english),
    'password fr': drawIn('fr', passwordFrench + none),
    'password en': drawIn('en', passwordEnglish + none),
  };
}

function pageOf(html: string): Page {
  const text = Buffer.from(html);
  let compressed: Promise<Buffer> | null = null;
  return {
    text,
    compressed() {
      compressed ??= promisify(brotliCompress)(text);
      return compressed;
    },
  };
}

/** The system in the query, whose office the page names; the script reads the same (web/core/address/location.ts). */
export function systemOfPage({ url }: Pick<FastifyRequest, 'url'>): number | null {
  const asked = systemId.safeParse(queryOf(url).get('systemId') ?? '');
  return asked.success ? asked.data : null;
}

export const signInPath = /^(?:\/(?:fr|en))?(?:\/account)?\/login\/?$/i;

export const passwordPath = /^(?:\/(?:fr|en))?\/reset-password\/?$/i;

/** The page for a URL. Sign-in is only prerendered without a system, whose texts come from a call. */
export function firstPageFor(request: Pick<FastifyRequest, 'url' | 'cookies'>): keyof FirstPages {
  const [path = ''] = request.url.split('?', 1);
  const query = queryOf(request.url);
  if (passwordPath.test(path) && query.has('t') && query.has('u'))
    return `password ${languageOfPage(request)}`;
  if (!signInPath.test(path) || query.has('systemId') || query.has('redirect_uri')) return 'bare';
  return languageOfPage(request);
}

/** The language of the URL, else the last choice in this browser, else French (S9.1). */
export function languageOfPage({ url, cookies }: Pick<FastifyRequest, 'url' | 'cookies'>): Language {
  const inPath = /^\/(fr|en)(?:[/?]|$)/i.exec(url)?.[1];
  const language = inPath ?? queryOf(url).get('lang') ?? cookies[languageCookie] ?? '';
  return language.toLowerCase() === 'en' ? 'en' : 'fr';
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1] ?? '');
}

/**
 * How to reach an office as HTML, or what stands there where nothing is set. `mould`: what the build rendered in this language
 * (apps/web/build/renderSignIn.mjs), each part between two comments of its name, each text as `{{name}}`.
 */
export function drawOffice(mould: string, language: Language, { programs = [], ...ways }: FoundOffice) {
  const office = programs.length === 0 && isReachable(ways) ? [ways] : [];
  const drawn = repeatPart(mould, 'one', office, (part) => drawWays(part, language, ways));
  const isUnknown = programs.length === 0 && office.length === 0;
  const known = repeatPart(drawn, 'none', isUnknown ? [ways] : [], (part) => part);
  return repeatPart(known, 'programs', programs.slice(0, 1), (list) =>
    repeatPart(list, 'program', programs, (part, program) =>
      drawWays(part, language, program, program.title[language]),
    ),
  );
}

function isReachable({ email, phone, office }: OfficeContact): boolean {
  return Boolean(email || phone || office);
}

function drawWays(part: string, language: Language, { email, phone, office }: OfficeContact, name = '') {
  const texts = { email, phone, place: office?.[language] };
  const drawn = Object.entries(texts).reduce(
    (rest, [way, text]) => repeatPart(rest, way, text ? [text] : [], (inside) => inside),
    part,
  );
  const values: Readonly<Record<string, string>> = {
    name: escapeHtml(name),
    address: escapeHtml(encodeURI(email ?? '')),
    email: escapeHtml(email ?? '').replace(/[@.]/g, '$&<wbr>'),
    call: escapeHtml(telephoneHref(phone ?? '')),
    phone: escapeHtml(phone ?? ''),
    place: escapeHtml(texts.place ?? ''),
  };
  // In one pass: a text that somebody typed may itself contain braces.
  return drawn.replace(/{{(\w+)}}/g, (_, text: string) => values[text] ?? '');
}

/** The mould with a part once for each of `items`. */
function repeatPart<Item>(
  mould: string,
  name: string,
  items: readonly Item[],
  draw: (part: string, item: Item) => string,
): string {
  const [before = '', part = '', after = ''] = mould.split(`<!--${name}-->`);
  return before + items.map((item) => draw(part, item)).join('') + after;
}
