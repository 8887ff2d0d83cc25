import { useSyncExternalStore } from 'react';
import { getTheme, subscribeToTheme } from './theme.ts';

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark, for components that cannot follow `color-scheme` by CSS. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribeToLook, () => {
    const theme = getTheme();
    return theme === 'system' ? prefersDark().matches : theme === 'dark';
  });
}

function subscribeToLook(listener: () => void): () => void {
  const device = prefersDark();
  device.addEventListener('change', listener);
  const stop = subscribeToTheme(listener);
  return () => {
    device.removeEventListener('change', listener);
    stop();
  };
}
