import type { Language } from '@guichet/contract/core/language';
import type { ExamPath, RequestPath } from './mail.ts';

/** How a link in a mail opens the portal: in the mail's language, with the reader's system; null for none. */
export interface LinkPlace {
  readonly language: Language;
  readonly systemId: number | null;
}

/**
 * The absolute address of a page that a mail links to. S7.8: `/reset-password` and `/confirm-email` have t,
 * u, lang and systemId; `/confirm-email` calls `GET /api/account/confirmemail`. `/forgot-password` has the reader's
 * address alone, so that the link to a first password is one press away.
 */
export function mailLink(
  publicUrl: string,
  page:
    | '/login'
    | '/my-exams'
    | '/forgot-password'
    | '/reset-password'
    | '/confirm-email'
    | '/account/university/confirm-email'
    | ExamPath
    | RequestPath,
  { language, systemId }: LinkPlace,
  reader?: { readonly token?: string; readonly email: string },
): string {
  const query = { t: reader?.token ?? null, u: reader?.email ?? null, lang: language, systemId };
  const present = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${publicUrl}${page}${page.includes('?') ? '&' : '?'}${present.join('&')}`;
}

const mark = /\{\{\s*examPlace\s*\}\}/g;
const link = '<a href="{{examPlaceUrl}}">{{examPlaceName}}</a>';

/**
 * Turns the place of an exam into a link in the text of a sanitised HTML body, but not in an attribute and
 * not inside another link. Only for an exam whose place has an address.
 */
export function withPlaceLinks(html: string): string {
  let isInLink = false;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<\/?a\b/i.test(part)) isInLink = !part.startsWith('</');
      return part.startsWith('<') || isInLink ? part : part.replace(mark, link);
    })
    .join('');
}
