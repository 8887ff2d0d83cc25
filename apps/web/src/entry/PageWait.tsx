import { useEffect, useSyncExternalStore } from 'react';
import { useT } from '../core/i18n/useT.ts';
import { createNotifier } from '../core/notifier.ts';
import { useDelayedFlag } from '../core/timing/useDelayedFlag.ts';
import { FullScreenSpinner } from '../ui/states/FullScreenSpinner.tsx';

/** Reserves space while the script of a page loads, and requests the spinner if that takes long. */
export function PageWait() {
  useEffect(announceWait, []);
  return <div className="min-h-[50dvh]" />;
}

/** The full-screen spinner, for a page that takes more than 200 ms. It stays mounted to fade out. */
export function PageVeil() {
  const t = useT();
  const isSlow = useDelayedFlag(useIsPageAwaited());
  return <FullScreenSpinner open={isSlow} label={t('Loading')} />;
}

let count = 0;
const { subscribe, notify } = createNotifier();

/** Marks a page as loading until the returned function is called. */
function announceWait(): () => void {
  change(1);
  return () => change(-1);
}

function useIsPageAwaited(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0);
}

function change(by: number): void {
  count += by;
  notify();
}
