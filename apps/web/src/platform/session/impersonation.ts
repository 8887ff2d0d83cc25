import { showToast } from '../../ui/toasts/toastStore.ts';
import type { TextKey } from '../i18n/keys.ts';
import { getLanguageState } from '../i18n/languageStore.ts';
import { translate } from '../i18n/translate.ts';
import { navigate } from '../location.ts';
import { rememberInTab, takeFromTab } from '../tabMemory.ts';
import { endImpersonation, getSession, type Session, startImpersonation } from './sessionStore.ts';

const placeKey = 'guichet.ownPlace';

/** Acts as the person of the token from here on, beginning at home; the way back leads to where one is now. */
export function actAs(impersonationToken: string): void {
  rememberInTab(placeKey, location.pathname + location.search);
  startImpersonation(impersonationToken);
  navigate('/home');
}

/** Acts as oneself again, where one was when it began; home where another tab began it. */
export function actAsOneself(said: TextKey = 'Impersonation.Ended'): void {
  // It may have run out, or another tab have signed out, while this one was ending it.
  if (!getSession().isImpersonating) return;
  endImpersonation();
  navigate(takeFromTab(placeKey) ?? '/home');
  const { language, texts } = getLanguageState();
  showToast({ tone: 'info', text: translate(texts, language, said) });
}

/** The server refuses the token that a call bore: the half hour is over, or somebody has ended it. */
export function loseImpersonation(spent: Session): void {
  const { isImpersonating, impersonationToken } = getSession();
  if (!isImpersonating || impersonationToken !== spent.impersonationToken) return;
  actAsOneself('Impersonation.RunOut');
}
