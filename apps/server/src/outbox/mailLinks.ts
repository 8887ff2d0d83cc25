import type { Language } from '@guichet/contract/core/language';

/** Addresses of the portal that mails lead to. `systemId` keeps the reader with her system; null for none. */
export function loginLink(publicUrl: string, systemId: number | null): string {
  return pageLink(publicUrl, '/login', { systemId });
}

export function forgotPasswordLink(publicUrl: string, systemId: number | null): string {
  return pageLink(publicUrl, '/forgot-password', { systemId });
}

/** S7.8: `/reset-password` with t, u, lang and systemId. */
export function resetPasswordLink(
  publicUrl: string,
  of: { token: string; email: string; language: Language; systemId: number | null },
): string {
  const { token, email, language, systemId } = of;
  return pageLink(publicUrl, '/reset-password', { t: token, u: email, lang: language, systemId });
}

/** The page that asks `GET /api/account/confirmemail`. */
export function confirmEmailLink(
  publicUrl: string,
  of: { token: string; email: string; language: Language; systemId: number | null },
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
