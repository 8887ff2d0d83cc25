import { showToast } from '../../ui/toasts/toastStore.ts';
import { navigate } from '../address/location.ts';
import { tabMemory } from '../browser/memory.ts';
import { getLanguageState } from '../i18n/languageStore.ts';
import { translate } from '../i18n/translate.ts';
import type { TextKey } from '../i18n/useT.ts';
import { endImpersonation, getSession, type Session, startImpersonation } from './sessionStore.ts';

const placeKey = 'guichet.ownPlace';

/** Starts an impersonation by its token, at home; remembers the present page for the end. */
export function actAs(impersonationToken: string): void {
  tabMemory.remember(placeKey, location.pathname + location.search);
  startImpersonation(impersonationToken);
  navigate('/home');
}

/** Ends the impersonation and returns to the page where it began, or to home if another tab began it. */
export function actAsOneself(): void {
  if (leaveOtherName()) showToast({ tone: 'info', text: textOf('Impersonation.Ended') });
}

/**
 * Ends an impersonation whose token the server refused even after a renewal of the user's own session: it has
 * expired or was ended. The toast stays until closed, since the page changes.
 */
export function loseImpersonation(spent: Session): void {
  if (getSession().impersonationToken !== spent.impersonationToken) return;
  if (leaveOtherName()) tellEnd('Impersonation.RunOut');
}

/** Says that the user's own session is over, and with it the impersonation; sign-in follows. */
export function tellLostWithSession(): void {
  tellEnd('Impersonation.SessionOver');
}

function leaveOtherName(): boolean {
  // The session may have expired, or another tab may have signed out, while this tab ended the impersonation.
  if (!getSession().isImpersonating) return false;
  endImpersonation();
  navigate(tabMemory.recall(placeKey) ?? '/home');
  tabMemory.remember(placeKey, null);
  return true;
}

function tellEnd(key: TextKey): void {
  showToast({ tone: 'info', title: textOf('Impersonation.Over'), text: textOf(key), stays: true });
}

function textOf(key: TextKey): string {
  const { language, texts } = getLanguageState();
  return translate(texts, language, key);
}
