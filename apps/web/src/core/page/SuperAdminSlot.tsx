import { createContext, type ReactNode, useContext } from 'react';

const Slot = createContext<ReactNode>(null);

/** Gives the pages inside it the names of the super admins, for readers who cannot go on without one. */
export const SuperAdminSlot = Slot.Provider;

export function useSuperAdmins(): ReactNode {
  return useContext(Slot);
}
