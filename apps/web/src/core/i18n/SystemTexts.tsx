import { createContext, type ReactNode, useContext } from 'react';
import type { Texts } from './translate.ts';

interface OfSystem {
  readonly systemId: number | null;
  /** Texts overridden by the system's administrators, by key. */
  readonly own: Texts;
}

const none: OfSystem = { systemId: null, own: {} };
const TextsOfSystem = createContext(none);

/** Inside this component, texts of the system take precedence over the general ones (S1.4). */
export function SystemTexts({ systemId, own, children }: Partial<OfSystem> & { children: ReactNode }) {
  return (
    <TextsOfSystem value={{ systemId: systemId ?? null, own: own ?? none.own }}>{children}</TextsOfSystem>
  );
}

export function useTextsOfSystem(): OfSystem {
  return useContext(TextsOfSystem);
}
