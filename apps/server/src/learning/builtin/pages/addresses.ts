import type { Language } from '@guichet/contract/core/language';

export function frontAddress(slug: string, language: Language): string {
  return address(`/learning/${encodeURIComponent(slug)}`, language);
}

export function courseAddress(slug: string, code: string, language: Language, page = 1): string {
  return address(`/learning/${encodeURIComponent(slug)}/exams/${encodeURIComponent(code)}`, language, page);
}

export function leaveAddress(slug: string): string {
  return `/learning/${encodeURIComponent(slug)}/leave`;
}

/** A path with what a link keeps: the language, and the page of a list but for the first. */
export function address(path: string, language: Language, page = 1): string {
  return `${path}?lang=${language}${page > 1 ? `&page=${page}` : ''}`;
}

/** The sign @ may stand as it is in an address of mail, and some programs want it so. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
