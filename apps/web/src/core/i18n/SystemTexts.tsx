import { createContext, type ReactNode, useContext } from 'react';
import type { Texts } from './translate.ts';

interface OfSystem {
  readonly systemId: number | null;
  /** Texts that the system's administrators have overridden, by key. */
  readonly own: Texts;
}

const none: OfSystem = { systemId: null, own: {} };
const TextsOfSystem = createContext(none);

/** Inside it, texts of this system take precedence over the general ones (S1.4). */
export function SystemTexts({ systemId, own, children }: Partial<OfSystem> & { children: ReactNode }) {
  return (
    <TextsOfSystem value={{ systemId: systemId ?? null, own: own ?? none.own }}>{children}</TextsOfSystem>
  );
}

export function useTextsOfSystem(): OfSystem {
  return useContext(TextsOfSystem);
}
