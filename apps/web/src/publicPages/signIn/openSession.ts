import '../../ui/styles/light.css';
import { pathAfterSignIn } from '@guichet/contract/landings';
import { type SignInEnd, tryPassword } from '../../features/sessions/tryPassword.ts';
import { addressInLanguage } from '../../platform/i18n/addressLanguage.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';
import { navigate } from '../../platform/location.ts';
import { getSession } from '../../platform/session/sessionStore.ts';
import { keepAddress } from '../../platform/typedAddress.ts';
import { findWantedPage } from '../../platform/wantedPage.ts';
import { askForHandOff } from './findHandOff.ts';

/** Signs in and goes on, unless one more thing is asked, or it is refused. */
export async function openSession(username: string, password: string): Promise<SignInEnd> {
  const end = await tryPassword(username, password);
  if (end.kind === 'open') await goOn();
  return end;
}

/** Goes to the registered site that asked for the sign-in, else where the role leads. */
export async function goOn(): Promise<void> {
  keepAddress('');
  const redirectUri = new URLSearchParams(location.search).get('redirect_uri');
  const address = redirectUri && (await askForHandOff(redirectUri));
  if (address) location.replace(address);
  else navigate((await findEnterablePage()) ?? pathOfRole());
}

/** The page that asked for the sign-in, where this person may enter it (readings §2), in the language chosen by now. */
async function findEnterablePage(): Promise<string | null> {
  const wanted = findWantedPage();
  if (!wanted) return null;
  const { mayEnter } = await import('./mayEnter.ts');
  if (!(await mayEnter(wanted))) return null;
  const url = new URL(wanted.address, location.origin);
  return addressInLanguage(url, getLanguageState().language);
}

/** S4.19–S4.21 */
function pathOfRole(): string {
  return pathAfterSignIn(getSession().role ?? [], getLanguageState().language);
}
