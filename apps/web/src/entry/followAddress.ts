import type { Language } from '@guichet/contract/core/language';
import { setLanguage } from '../core/i18n/languageStore.ts';
import { lendLanguage } from '../core/i18n/lentLanguage.ts';
import { getSession } from '../core/session/sessionStore.ts';

/** Shows the language of the page's address. To somebody who is signed in, a mailed link (`?lang=`) only lends it to its page. */
export function followAddress(named: Language): Promise<void> {
  const lends = getSession().isAuthenticated && /[?&]lang=/.test(location.search);
  return lends ? lendLanguage(named) : setLanguage(named);
}
