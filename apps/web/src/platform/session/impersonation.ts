import { showToast } from '../../ui/toasts/toastStore.ts';
import { navigate } from '../address/location.ts';
import type { TextKey } from '../i18n/keys.ts';
import { getLanguageState } from '../i18n/languageStore.ts';
import { translate } from '../i18n/translate.ts';
import { rememberInTab, takeFromTab } from '../storage/tabMemory.ts';
import { endImpersonation, getSession, type Session, startImpersonation } from './sessionStore.ts';

const placeKey = 'guichet.ownPlace';

/** Acts as the person of the token from here on, beginning at home; the way back leads to where one is now. */
export function actAs(impersonationToken: string): void {
  rememberInTab(placeKey, location.pathname + location.search);
  startImpersonation(impersonationToken);
  navigate('/home');
}

/** Acts as oneself again, where one was when it began; home where another tab began it. */
export function actAsOneself(): void {
  if (leaveOtherName()) showToast({ tone: 'info', text: textOf('Impersonation.Ended') });
}

/**
 * The server refuses the token that a call bore, after the own session was renewed too: the half hour is over, or
 * somebody has ended it. Told until it is closed, since it leads away from a page that somebody was looking at.
 */
export function loseImpersonation(spent: Session): void {
  if (getSession().impersonationToken !== spent.impersonationToken) return;
  if (leaveOtherName()) tellEnd('Impersonation.RunOut');
}

/** The own session is over, and with it what was begun in it: sign-in follows. */
export function tellLostWithSession(): void {
  tellEnd('Impersonation.SessionOver');
}

function leaveOtherName(): boolean {
  // It may have run out, or another tab have signed out, while this one was ending it.
  if (!getSession().isImpersonating) return false;
  endImpersonation();
  navigate(takeFromTab(placeKey) ?? '/home');
  return true;
}

function tellEnd(key: TextKey): void {
  showToast({ tone: 'info', title: textOf('Impersonation.Over'), text: textOf(key), stays: true });
}

function textOf(key: TextKey): string {
  const { language, texts } = getLanguageState();
  return translate(texts, language, key);
}
