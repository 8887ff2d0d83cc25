import type { Language } from '@guichet/contract/core/language';

/**
 * Where a link of a mail opens: in the language of the mail, whatever the browser showed last, and with the system of the
 * reader; null for none.
 */
export interface LinkPlace {
  readonly language: Language;
  readonly systemId: number | null;
}

export function loginLink(publicUrl: string, { language, systemId }: LinkPlace): string {
  return pageLink(publicUrl, '/login', { lang: language, systemId });
}

export function forgotPasswordLink(publicUrl: string, { language, systemId }: LinkPlace): string {
  return pageLink(publicUrl, '/forgot-password', { lang: language, systemId });
}

/** S7.8: `/reset-password` with t, u, lang and systemId. */
export function resetPasswordLink(
  publicUrl: string,
  of: LinkPlace & { readonly token: string; readonly email: string },
): string {
  const { token, email, language, systemId } = of;
  return pageLink(publicUrl, '/reset-password', { t: token, u: email, lang: language, systemId });
}

/** The page that asks `GET /api/account/confirmemail`. */
export function confirmEmailLink(
  publicUrl: string,
  of: LinkPlace & { readonly token: string; readonly email: string },
): string {
  const { token, email, language, systemId } = of;
  return pageLink(publicUrl, '/confirm-email', { t: token, u: email, lang: language, systemId });
}

function pageLink(publicUrl: string, path: string, query: Record<string, string | number | null>): string {
  const present = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return publicUrl + path + (present.length > 0 ? `?${present.join('&')}` : '');
}
