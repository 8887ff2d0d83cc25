import '../../ui/styles/light.css';
import { pathAfterSignIn } from '@guichet/contract/landings';
import { type SignInEnd, tryPassword } from '../../features/sessions/tryPassword.ts';
import { navigate } from '../../platform/address/location.ts';
import { keepAddress } from '../../platform/address/typedAddress.ts';
import { findWantedPage } from '../../platform/address/wantedPage.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';
import { keepOpenPlatform } from '../../platform/session/enteredPlatform.ts';
import { getSession } from '../../platform/session/sessionStore.ts';
import { askForHandOff } from './HandOff.tsx';

/** Signs in and opens the next page, unless another step is required or the sign-in is refused. */
export async function openSession(username: string, password: string): Promise<SignInEnd> {
  const end = await tryPassword(username, password);
  if (end.kind === 'open') await goOn();
  return end;
}

/** Goes to the registered site that asked for the sign-in, else to the page of the role. */
export async function goOn(): Promise<void> {
  keepAddress('');
  keepOpenPlatform(null);
  const redirectUri = new URLSearchParams(location.search).get('redirect_uri');
  const address = redirectUri && (await askForHandOff(redirectUri));
  if (address) location.replace(address);
  else if (!(await hasGoneBack())) navigate(pathOfRole());
}

/** Opens the page that asked for the sign-in; false when there is none or it is not allowed. */
async function hasGoneBack(): Promise<boolean> {
  const wanted = findWantedPage();
  if (!wanted) return false;
  const { enterWanted } = await import('../../features/access/enterWanted.ts');
  return enterWanted(wanted);
}

/** S4.19–S4.21 */
function pathOfRole(): string {
  return pathAfterSignIn(getSession().role ?? [], getLanguageState().language);
}
