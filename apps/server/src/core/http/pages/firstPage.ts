import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Language } from '@guichet/contract/core/language';
import type { FastifyRequest } from 'fastify';

/** The cookie with the language chosen last, for the first page. */
export const languageCookie = 'guichet.language';

/** An HTML page, and its brotli form, which the first use compresses. */
export interface Page {
  readonly text: Buffer;
  compressed(): Promise<Buffer>;
}

/** The built page: bare, or with the sign-in page that the build rendered (apps/web/build/firstWords.ts). */
export type FirstPages = Readonly<Record<'bare' | Language, Page>>;

const marks = /<!--(?:sign-in fr|sign-in en|no sign-in|\/sign-in)-->/;

/** @param university its name in each language, HTML-escaped */
export function makeFirstPages(html: string, university: Readonly<Record<Language, string>>): FirstPages {
  const [before = '', french = '', english = '', none = '', after = ''] = html.split(marks);
  const inside = (drawn: string) => before + drawn + after;
  const drawIn = (language: Language, drawn: string) =>
    inside(drawn.replaceAll('{{university}}', () => university[language]));
  return {
    bare: pageOf(inside(none)),
    fr: pageOf(drawIn('fr', french)),
    en: pageOf(drawIn('en', english).replace('<html lang="fr">', '<html lang="en">')),
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

const signInPath = /^(?:\/(fr|en))?(?:\/account)?\/login\/?$/i;

/**
 * The page for a URL. Only sign-in without a system is prerendered, since a system's texts come from a call.
 * The language is that of the URL, else the last choice in this browser, else French (S9.1).
 */
export function firstPageFor({ url, cookies }: Pick<FastifyRequest, 'url' | 'cookies'>): keyof FirstPages {
  const [path = '', search = ''] = url.split('?', 2);
  const match = signInPath.exec(path);
  const query = new URLSearchParams(search);
  if (!match || query.has('systemId') || query.has('redirect_uri')) return 'bare';
  const language = (match[1] ?? query.get('lang') ?? cookies[languageCookie] ?? '').toLowerCase();
  return language === 'en' ? 'en' : 'fr';
}
