import { createContext, type ReactNode, useContext } from 'react';

const SystemId = createContext<number | null>(null);

/** Inside it, texts that are written for this system win over the general ones (S1.4). */
export function SystemTexts({ systemId, children }: { systemId: number | null; children: ReactNode }) {
  return <SystemId value={systemId}>{children}</SystemId>;
}

export function useSystemOfTexts(): number | null {
  return useContext(SystemId);
}
