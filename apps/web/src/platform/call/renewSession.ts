import { refresh } from '@guichet/contract/sessions';
import type { TokenPair } from '@guichet/contract/sessions.outcomes';
import * as z from 'zod/mini';
import { hearOtherTabs } from '../session/hearOtherTabs.ts';
import {
  getSession,
  loseSession,
  readStoredSession,
  type Session,
  takeNewTokens,
} from '../session/sessionStore.ts';
import { buildRequest } from './buildRequest.ts';
import { contextWith, transmit } from './transmit.ts';

/** Longer than an empty queue takes, shorter than a call. */
const noticeableMs = 5;

let lastRenewal: Promise<unknown> = Promise.resolve();

/**
 * Changes the spent tokens for new ones; false when that is refused or impossible. All tabs of the browser stand in
 * one queue, so a refresh token, which works once, is sent once; who comes later finds the new tokens stored.
 */
export function renewSession(spent: Session): Promise<boolean> {
  // Browsers offer locks to pages from https and from this machine only; elsewhere each tab queues by itself.
  const since = performance.now();
  if (navigator.locks) return navigator.locks.request('guichet.refresh', () => renewInTurn(spent, since));
  const renewal = lastRenewal.then(() => renewInTurn(spent));
  lastRenewal = renewal.catch(() => undefined);
  return renewal;
}

async function renewInTurn(spent: Session, queuedSince = performance.now()): Promise<boolean> {
  readStoredSession();
  const hasWaited = performance.now() - queuedSince > noticeableMs;
  if (hasWaited && getSession().token === spent.token) await hearOtherTabs();
  const current = getSession();
  if (!current.token || !current.refreshToken) {
    // Signed out meanwhile; or a store that somebody has meddled with, which nothing can mend.
    if (current.isAuthenticated) loseSession();
    return false;
  }
  if (current.token !== spent.token) return true;

  const answer = await askForTokens(current.token, current.refreshToken);
  const tokens = await readTokens(answer);
  if (tokens) takeNewTokens(tokens);
  // The server knows this refresh token no longer: the session is over for every tab. A fault of the server or of
  // the network says nothing about the session.
  else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) loseSession();
  return tokens !== undefined;
}

/** A page of some proxy is no answer, whatever its status. Read in any case: what is not read holds its connection. */
async function readTokens(answer: Response): Promise<TokenPair | undefined> {
  const body: unknown = await answer.json().catch(() => undefined);
  return answer.ok ? z.safeParse(refresh.reply.schema, body).data : undefined;
}

function askForTokens(token: string, refreshToken: string): Promise<Response> {
  return transmit(buildRequest(refresh, { query: { token, refreshToken } }, contextWith(token)));
}
