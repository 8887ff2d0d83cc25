import type { Language } from '@guichet/contract/core/language';
import { navigate } from '../address/location.ts';
import { addressInLanguage } from '../i18n/addressLanguage.ts';
import { setLanguage } from '../i18n/languageStore.ts';

/** Shows the page in the other language. */
export async function switchLanguage(other: Language): Promise<void> {
  await setLanguage(other);
  // An address with a language would otherwise restore the former language.
  const address = addressInLanguage(location, other);
  if (address !== location.pathname + location.search) navigate(address, 'replace');
}
