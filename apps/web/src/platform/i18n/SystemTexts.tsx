import { createContext, type ReactNode, useContext } from 'react';
import type { Texts } from './translate.ts';

interface OfSystem {
  readonly systemId: number | null;
  /** What its administrators have worded themselves, by key. */
  readonly own: Texts;
}

const none: OfSystem = { systemId: null, own: {} };
const TextsOfSystem = createContext(none);

/** Inside it, texts that are written for this system win over the general ones (S1.4). */
export function SystemTexts({ systemId, own, children }: Partial<OfSystem> & { children: ReactNode }) {
  return (
    <TextsOfSystem value={{ systemId: systemId ?? null, own: own ?? none.own }}>{children}</TextsOfSystem>
  );
}

export function useTextsOfSystem(): OfSystem {
  return useContext(TextsOfSystem);
}
