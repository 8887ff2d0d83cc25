import { Problem } from '@guichet/contract/core/errors';
import { refresh } from '@guichet/contract/identity/sessions';
import * as z from 'zod/mini';
import { keepLeft } from '../session/enteredPlatform.ts';
import * as sessionStore from '../session/sessionStore.ts';
import { buildRequest } from './buildRequest.ts';
import { contextWith, transmit } from './transmit.ts';

/** Milliseconds: longer than the wait in an idle queue, shorter than a call. */
const noticeableMs = 5;

let lastRenewal: Promise<unknown> = Promise.resolve();

/**
 * Exchanges expired tokens for new ones; false when refused or impossible, or when another person has signed in meanwhile.
 * Tabs take turns, so that a refresh token, which works only once, is sent only once; later tabs find the new tokens stored.
 */
export function renewSession(spent: sessionStore.Session): Promise<boolean> {
  // Web Locks exist only on https and localhost; elsewhere each tab queues its own renewals.
  const since = performance.now();
  if (navigator.locks) return navigator.locks.request('guichet.refresh', () => renewInTurn(spent, since));
  const renewal = lastRenewal.then(() => renewInTurn(spent));
  lastRenewal = renewal.catch(() => undefined);
  return renewal;
}

async function renewInTurn(spent: sessionStore.Session, queuedSince = performance.now()): Promise<boolean> {
  sessionStore.readStoredSession();
  const hasWaited = performance.now() - queuedSince > noticeableMs;
  if (hasWaited && sessionStore.getSession().token === spent.token) await awaitOtherTabs();
  const current = sessionStore.getSession();
  if (!current.token || !current.refreshToken) {
    // The person has signed out meanwhile, or the store is corrupt.
    if (current.isAuthenticated) sessionStore.loseSession();
    return false;
  }
  if (current.token !== spent.token) return isOf(spent);

  const answer = await askForTokens(current.token, current.refreshToken);
  // An unread body keeps its connection busy; a proxy may answer with a page.
  const body: unknown = await answer.json().catch(() => undefined);
  // Somebody has signed in or out while the server answered: the answer is about a session that is no more.
  sessionStore.readStoredSession();
  if (sessionStore.getSession().token !== current.token) return isOf(spent);
  const tokens = answer.ok ? z.safeParse(refresh.reply.schema, body).data : undefined;
  if (tokens) sessionStore.takeNewTokens(tokens);
  // The server no longer accepts this refresh token, so the session is over for every tab. A server or
  // network error says nothing about the session.
  else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    keepWhy(z.safeParse(Problem, body).data);
    sessionStore.loseSession();
  }
  return tokens !== undefined;
}

/** Whether the session of now is of the same person. */
function isOf({ decodedToken }: sessionStore.Session): boolean {
  return sessionStore.getSession().decodedToken?.sub === decodedToken?.sub;
}

const earlyEnds = ['session.accountShut', 'session.endedEarly'];

/** Keeps why a session ended before its time for the sign-in that follows, which says it without a toast (S8.2). */
function keepWhy(problem: Problem | undefined): void {
  if (problem && earlyEnds.includes(problem.code)) keepLeft({ why: problem.detail });
}

function askForTokens(token: string, refreshToken: string): Promise<Response> {
  return transmit(buildRequest(refresh, { query: { token, refreshToken } }, contextWith(token)));
}

const storageEventMs = 500;

/** Waits a moment for another tab's newly stored tokens, which a browser may pass on late. */
async function awaitOtherTabs(): Promise<void> {
  await new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true });
    setTimeout(resolve, storageEventMs);
  });
  sessionStore.readStoredSession();
}
