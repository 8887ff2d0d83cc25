import { pathAfterSignIn } from '@guichet/contract/landings';
import { tryPassword } from '../../features/sessions/tryPassword.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';
import { navigate } from '../../platform/location.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { getSession } from '../../platform/session/sessionStore.ts';
import { findWantedPage } from '../../platform/wantedPage.ts';
import { askForHandOff } from './findHandOff.ts';

/** Signs in and goes to the registered site that asked for it, else where the role leads; gives what to say when that fails. */
export async function openSession(username: string, password: string): Promise<Refusal | null> {
  const refusal = await tryPassword(username, password);
  if (refusal) return refusal;
  const redirectUri = new URLSearchParams(location.search).get('redirect_uri');
  const address = redirectUri && (await askForHandOff(redirectUri));
  if (address) location.replace(address);
  else navigate(nextPath());
  return null;
}

/** S4.19–S4.21. Whom the role leads home is led to the page that asked for the sign-in, where one did. */
function nextPath(): string {
  const path = pathAfterSignIn(getSession().role ?? [], getLanguageState().language);
  return (path === '/home' && findWantedPage()) || path;
}
