import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { systemId } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { FoundOffice } from '@guichet/contract/systems/systems.office';
import type { FastifyRequest } from 'fastify';
import { drawOffice } from './drawOffice.ts';

/** The cookie with the language chosen last, for the first page. */
export const languageCookie = 'guichet.language';

/** An HTML page, and its brotli form, which the first use compresses. */
export interface Page {
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

/** The page of a mailed link to a password. */
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
