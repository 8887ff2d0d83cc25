import type { Language } from '@guichet/contract/core/language';

/** The language of an address: its first segment (`/fr/pdi`), else its `lang` parameter (mailed links). */
export function languageInAddress({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): Language | null {
  return asLanguage(pathname.split('/')[1]) ?? asLanguage(new URLSearchParams(search).get('lang'));
}

/** The same address in another language; unchanged when it names none. */
export function addressInLanguage(address: { pathname: string; search: string }, language: Language): string {
  const pathname = address.pathname.replace(/^\/(?:fr|en)(?=\/|$)/i, `/${language}`);
  const query = new URLSearchParams(address.search);
  if (query.has('lang')) query.set('lang', language);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

function asLanguage(text: string | null | undefined): Language | null {
  const language = text?.toLowerCase();
  return language === 'fr' || language === 'en' ? language : null;
}
