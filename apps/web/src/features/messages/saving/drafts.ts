import type { Language } from '@guichet/contract/core/language';
import type { MessageText } from '@guichet/contract/messages';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { getSession } from '../../../platform/session/sessionStore.ts';

/** The unsaved text, and the saved version that it is based on. */
export interface Draft extends MessageText {
  /** ISO 8601; null when there was no message yet. */
  readonly basedOn: string | null;
}

const listeners = new Set<() => void>();
/** In memory: without sessionStorage, drafts last as long as the page. */
const unstored = new Map<string, string>();

/** The draft of one message in this tab. It survives a reload, a crash and the end of a session, but not the tab. */
export function useDraft(systemId: number, language: Language) {
  return useKept<Draft>(`guichet.message.${getSession().username}.${systemId}.${language}`);
}

/** One's own text that was replaced by a newer version, kept for as long as it may be wanted. */
export function useSetAside(systemId: number, language: Language) {
  return useKept<MessageText>(`guichet.message.aside.${getSession().username}.${systemId}.${language}`);
}

function useKept<T>(key: string) {
  const text = useSyncExternalStore(subscribe, () => read(key));
  const kept = useMemo(() => (text === null ? null : (JSON.parse(text) as T)), [text]);
  const keep = useCallback((next: T | null) => write(key, next && JSON.stringify(next)), [key]);
  return [kept, keep] as const;
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, text: string | null): void {
  unstored.delete(key);
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    if (text !== null) unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
