import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { hideLinkSecrets } from './core/address/hideLinkSecrets.ts';
import { followLinksInPage } from './core/address/linkClicks.ts';
import { watchAddress } from './core/address/location.ts';
import { languageInAddress } from './core/i18n/addressLanguage.ts';
import { getTexts, openTexts, setLanguage, storedLanguage } from './core/i18n/languageStore.ts';
import { applyTheme } from './core/page/theme.ts';
import { shareSessionAcrossTabs } from './core/session/shareAcrossTabs.ts';
import { isSignIn } from './entry/isSignIn.ts';
import { loadOtherPages, Root } from './entry/Root.tsx';

// Before the other imports, which make requests.
hideLinkSecrets();
applyTheme();
watchAddress();
followLinksInPage();
shareSessionAcrossTabs();

const place = document.getElementById('root') as HTMLElement;
const words = place.querySelector('template');
const root = createRoot(place);
/** The pages except sign-in, where the address is of one. */
let others: ComponentType | undefined;
const show = () => root.render(<Root others={others} />);

settleLanguage().then(show, () => {
  // Sign-in comes with its own texts in a single language.
  if (words) place.replaceChildren(words.content);
  else void setLanguage(document.documentElement.lang === 'en' ? 'en' : 'fr').then(show);
});

// A visitor who begins to type will need the other pages.
if (isSignIn(location.pathname))
  addEventListener('focusin', () => void loadOtherPages().catch(() => undefined), { once: true });

async function settleLanguage(): Promise<void> {
  const asked = languageInAddress(location) ?? storedLanguage();
  if (isSignIn(location.pathname)) return setLanguage(asked);
  // An alias may change the language; these texts load in parallel with the script that resolves aliases.
  const [loaded] = await Promise.all([loadOtherPages(), getTexts(asked, openTexts)]);
  others = loaded.default;
  return loaded.followAddress(loaded.settleAddress() ?? storedLanguage());
}
