import '../../../ui/styles/light.css';
import { pathAfterSignIn } from '@guichet/contract/systems/landings';
import { navigate } from '../../../core/address/location.ts';
import { keepAddress } from '../../../core/address/typedAddress.ts';
import { findWantedPage } from '../../../core/address/wantedPage.ts';
import { getLanguageState } from '../../../core/i18n/languageStore.ts';
import { forgetLeft } from '../../../core/session/enteredPlatform.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { leaveByDomain } from '../../federation/leave.ts';
import { type SignInEnd, tryPassword } from '../../sessions/tryPassword.ts';
import { askForHandOff } from './HandOff.tsx';

export { SecondFactorForm } from '../../sessions/SecondFactorForm.tsx';
export { SignInRefusal as RefusalNotice } from '../../sessions/SignInRefusal.tsx';
export { openWithPasskey } from '../../sessions/secondFactor.ts';
export { ProviderButtons } from './ProviderButtons.tsx';

/** From so many refusals in a row, the next one names the way to a new password. */
const manyRefusals = 3;
/** The refusals in a row of each form, with whatever addresses: their count says nothing of any account. */
const refusals = new WeakMap<HTMLFormElement, number>();

/**
 * Signs in and opens the next page, unless another step is due or the sign-in is refused. `fields`: what `form` had when it was
 * sent, while the scripts loaded.
 */
export async function openSession(fields: FormData, form: HTMLFormElement): Promise<SignInEnd> {
  const [username, password] = [String(fields.get('username')), String(fields.get('password'))];
  const why = password === '' ? await leaveByDomain(username) : undefined;
  if (why === null) return { kind: 'open' };
  if (why) {
    const code = why === 'unreachable' || why === 'misconfigured' || why === 'off' ? why : 'fault';
    return { kind: 'refused', refusal: { code, cause: null, secondsToWait: null } };
  }
  const end = await tryPassword(username, password);
  if (end.kind === 'open') await goOn();
  if (end.kind !== 'refused') return end;
  const counts = end.refusal.code === 'refused' && end.refusal.cause !== 'serverAtFault';
  const count = counts ? (refusals.get(form) ?? 0) + 1 : 0;
  refusals.set(form, count);
  const missing = (['username', 'password'] as const).find((name) => String(fields.get(name)).trim() === '');
  // S5.26: only the server's reply leads to the field that it lacks.
  if (missing) form.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
  return { ...end, refusal: { ...end.refusal, missing, isRepeated: count >= manyRefusals } };
}

/** Goes to the registered site that asked for the sign-in, else to the page of the role. */
export async function goOn(): Promise<void> {
  keepAddress('');
  forgetLeft();
  const redirectUri = new URLSearchParams(location.search).get('redirect_uri');
  const address = redirectUri && (await askForHandOff(redirectUri));
  if (address) location.replace(address);
  else if (!(await hasGoneBack())) navigate(pathOfRole());
}

/** Opens the page that asked for the sign-in; false when no page asked, or the page is not allowed. */
async function hasGoneBack(): Promise<boolean> {
  const wanted = findWantedPage();
  if (!wanted) return false;
  const { enterWanted } = await import('../../access/enterWanted.ts');
  return enterWanted(wanted);
}

/** The page of the person's role, S4.19–S4.21. */
function pathOfRole(): string {
  return pathAfterSignIn(getSession().role ?? [], getLanguageState().language);
}
