import type { Language } from '@guichet/contract/core/language';
import { getLanguageState, keptLanguage, setLanguage } from '../core/i18n/languageStore.ts';
import { getSession } from '../core/session/sessionStore.ts';

/**
 * Shows the language that the page's address names; null: none, which leaves the language as it is. To somebody who is signed
 * in, a mailed link (`?lang=`) lends its language to its page, and the next page has the former one again.
 */
export async function followAddress(named: Language | null): Promise<void> {
  const lends = getSession().isAuthenticated && /[?&]lang=/.test(location.search);
  const kept = keptLanguage();
  if (named) await setLanguage(named, !lends);
  else if (kept !== getLanguageState().language) await setLanguage(kept);
}
