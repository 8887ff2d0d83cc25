import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';

const Slot = createContext<ReactNode>(null);

/** Gives the pages inside it their way to help, which stands at the end of the breadcrumb. */
export const HelpSlot = Slot.Provider;

/** The way to the help of this screen. */
export function useHelp(): ReactNode {
  return useContext(Slot);
}
