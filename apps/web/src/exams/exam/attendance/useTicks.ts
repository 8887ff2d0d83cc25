import { listCandidates } from '@guichet/contract/exams/places';
import { setPresence } from '@guichet/contract/exams/results';
import type { PresenceState } from '@guichet/contract/identity/users';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useKept } from '../../../core/browser/useKept.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { call } from '../../../core/call/call.ts';
import { query, useQueryClient } from '../../../core/call/query.ts';
import { getSession } from '../../../core/session/sessionStore.ts';

/** A press that the server has not confirmed yet; `at` in milliseconds of the device's clock. */
interface Tick {
  readonly presence: PresenceState | null;
  readonly at: number;
}
type Ticks = Readonly<Record<string, Tick>>;
const none: Ticks = {};

/** The pause before a tick is sent again, and how long an answer may take, in milliseconds. */
const retryMs = 3000;
const patienceMs = 10_000;

/**
 * Sends ticks one after the other. Without a network they stay in this tab, over a reload too, and are sent again until the
 * server answers. Those left when the page is left go with it, without an answer. `refused`: why a tick does not count, by person: the server's refusal, or somebody's later tick.
 */
export function useTicks(params: { readonly systemId: number; readonly examId: number }) {
  const client = useQueryClient();
  const { systemId, examId } = params;
  const [kept, , change] = useKept<Ticks>(`guichet.ticks.${getSession().username}.${systemId}.${examId}`);
  const ticks = kept ?? none;
  const [isSending, setSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  /** Whose last try failed, longest ago first: they come after all others, so that one of them holds up nobody. */
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Readonly<Record<string, CallFailed | 'superseded'>>>({});
  const next = Object.keys(ticks).find((one) => !failed.includes(one)) ?? failed.find((one) => one in ticks);
  /** When the server has answered, by person: a press since is the later one there, however long the answer has taken. */
  const answeredAt = useRef<Record<number, number>>({});

  const sendNext = useEffectEvent(async () => {
    const tick = next === undefined ? undefined : ticks[next];
    if (next === undefined || !tick) return;
    setSending(true);
    try {
      const stands = await send(Number(next), tick);
      drop(next, tick);
      if (!stands) setRefused((before) => ({ ...before, [next]: 'superseded' }));
      setHasFailed(false);
      setFailed((before) => before.filter((one) => one !== next));
    } catch (failure) {
      const isWaiting = !isFinal(failure);
      setHasFailed(isWaiting);
      if (isWaiting) return setFailed((before) => [...before.filter((one) => one !== next), next]);
      drop(next, tick);
      setRefused((before) => ({ ...before, [next]: failure }));
    } finally {
      setSending(false);
    }
  });

  useEffect(() => {
    if (next === undefined || isSending) return;
    const timer = setTimeout(sendNext, hasFailed ? retryMs : 0);
    const atOnce = () => setHasFailed(false);
    window.addEventListener('online', atOnce);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', atOnce);
    };
  }, [next, isSending, hasFailed]);

  const sendOthers = useEffectEvent(() => {
    for (const [userId, tick] of Object.entries(ticks))
      if (userId !== next || !isSending) void send(Number(userId), tick).catch(() => undefined);
  });
  useEffect(() => {
    const leave = () => sendOthers();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);

  async function send(userId: number, { presence, at }: Tick): Promise<boolean> {
    const since = Math.max(at, answeredAt.current[userId] ?? 0);
    const secondsAgo = Math.min(999_999, Math.max(0, Math.floor((Date.now() - since) / 1000)));
    const stands = await call(setPresence, {
      params: { ...params, userId },
      body: { presence, secondsAgo },
      signal: AbortSignal.timeout(patienceMs),
      keepalive: true,
    });
    answeredAt.current[userId] = Date.now();
    const { queryKey } = query(listCandidates, { params });
    // A reply that was on its way would show the time before the tick.
    await client.cancelQueries({ queryKey });
    if (stands) {
      const shown = presence && { state: presence, at: new Date(at), by: null };
      client.setQueryData(queryKey, (list) =>
        list?.map((one) => (one.id === userId ? { ...one, presence: shown } : one)),
      );
    }
    void client.invalidateQueries({ queryKey });
    return stands;
  }

  /** Forgets a tick, unless the person was ticked anew meanwhile. */
  function drop(userId: string, { at }: Tick) {
    change((before) => {
      const { [userId]: last, ...others } = before ?? none;
      if (last?.at !== at) return before;
      return Object.keys(others).length > 0 ? others : null;
    });
  }

  function tick(userId: number, presence: PresenceState | null) {
    setRefused(({ [userId]: _over, ...others }) => others);
    change((before) => ({ ...before, [userId]: { presence, at: Date.now() } }));
  }

  return { ticks, isOffline: next !== undefined && hasFailed, refused, tick };
}

/** Whether the server will never take this tick; a session that ended is opened anew, and the tick is sent then. */
function isFinal(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed)) return false;
  return failure.status >= 400 && failure.status < 500 && ![401, 408, 429].includes(failure.status);
}
