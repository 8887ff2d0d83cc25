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

/** A path with its query: the language, and the page number unless it is the first. */
export function address(path: string, language: Language, page = 1): string {
  return `${path}?lang=${language}${page > 1 ? `&page=${page}` : ''}`;
}

/** A `mailto:` address; @ stays unencoded, as some mail programs require. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
