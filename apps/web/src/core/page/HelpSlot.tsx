import { createContext, type ReactNode, useContext } from 'react';

const Slot = createContext<ReactNode>(null);

/** Gives the pages inside it their help button, which stands at the end of the breadcrumb. */
export const HelpSlot = Slot.Provider;

export function useHelp(): ReactNode {
  return useContext(Slot);
}
