import { pathAfterSignIn } from '@guichet/contract/landings';
import { tryPassword } from '../../features/sessions/tryPassword.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';
import { navigate } from '../../platform/location.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { getSession } from '../../platform/session/sessionStore.ts';
import { askForHandOff } from './findHandOff.ts';

/** Signs in and goes to the registered site that asked for it, else where the role leads; gives what to say when that fails. */
export async function openSession(username: string, password: string): Promise<Refusal | null> {
  const refusal = await tryPassword(username, password);
  if (refusal) return refusal;
  const redirectUri = new URLSearchParams(location.search).get('redirect_uri');
  const address = redirectUri && (await askForHandOff(redirectUri));
  if (address) location.replace(address);
  else navigate(pathAfterSignIn(getSession().role ?? [], getLanguageState().language));
  return null;
}
