import { type Broadcast, findBroadcast, textsShown } from '@guichet/contract/systems/broadcast';
import { useEffect } from 'react';
import { call } from '../../core/call/call.ts';

const everyMilliseconds = 5 * 60_000;

/** Draws the broadcast above the page, in both languages, as the server does on loading it (webFiles.ts). */
export function showBroadcast(broadcast: Broadcast | null): void {
  const mould = document.querySelector<HTMLTemplateElement>('#broadcast-of')?.content;
  const drawn = (['fr', 'en'] as const).flatMap((language) => {
    const part = broadcast && (mould?.cloneNode(true) as DocumentFragment | undefined);
    if (!part) return [];
    part.querySelector('aside')?.setAttribute('lang', language);
    part.querySelector('p')?.append(textsShown(broadcast)[language]);
    return part;
  });
  document.getElementById('broadcast')?.replaceChildren(...drawn);
}

/** Keeps the broadcast up to date on a page that stays open. */
export function useBroadcast(): void {
  useEffect(() => {
    const ask = () => call(findBroadcast).then(({ shown }) => showBroadcast(shown));
    // Without an answer the next one counts.
    const timer = setInterval(() => void ask().catch(() => null), everyMilliseconds);
    return () => clearInterval(timer);
  }, []);
}
