import { beginFederatedSignIn, type Refusal, SignInButton } from '@guichet/contract/identity/federation';
import * as z from 'zod/mini';
import { tabMemory } from '../../core/browser/memory.ts';
import { metaContent } from '../../core/browser/metaContent.ts';
import { call } from '../../core/call/call.ts';
import { getLanguageState } from '../../core/i18n/languageStore.ts';

const placeKey = 'guichet.leftForProvider';

/** The providers by which people sign in, as the server has written them into the page. */
export function listButtons(): SignInButton[] {
  const text = metaContent('providers');
  return text === null ? [] : z.parse(z.array(SignInButton), JSON.parse(text));
}

/**
 * Leaves for a provider; the tab remembers the sign-in page with what it leads to, so that nothing in an address can.
 * Returns why the browser stays, or null.
 */
export async function leaveTo(providerId: string, hint: string): Promise<Refusal | 'fault' | null> {
  const { language } = getLanguageState();
  const body = { hint: hint.trim().slice(0, 254), language };
  const begun = await call(beginFederatedSignIn, { params: { providerId }, body }).catch(() => null);
  if (!begun) return 'fault';
  if (begun.address === null) return begun.why ?? 'fault';
  const place = { address: location.pathname + location.search, state: history.state };
  tabMemory.remember(placeKey, JSON.stringify(place));
  location.assign(begun.address);
  return null;
}

/** Leaves for the provider of this address's domain. Returns why the browser stays, null if it leaves, undefined without a provider. */
export async function leaveByDomain(address: string): Promise<Refusal | 'fault' | null | undefined> {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  const straight = listButtons().find(({ domains }) => domains.includes(domain));
  return straight && leaveTo(straight.id, address);
}

/** Puts the sign-in page that was left back into the history entry, with the page that it leads to. */
export function comeBack(): string {
  const kept = tabMemory.recall(placeKey);
  tabMemory.remember(placeKey, null);
  const { address, state } = kept === null ? { address: '/login', state: null } : JSON.parse(kept);
  history.replaceState(state, '', address);
  return address;
}
