import { lazyRouteComponent } from '@tanstack/react-router';
import { useEffect } from 'react';
import { importAgain } from '../../../core/page/importAgain.ts';
import type { TabName } from './useTabAddress.ts';

const loads = {
  spaces: importAgain(() => import('./SpacesTab.tsx')),
  email: importAgain(() => import('./EmailTab.tsx')),
  import: importAgain(() => import('./ImportTab.tsx')),
  cohorts: importAgain(() => import('./exams/ExamsTab.tsx')),
  users: importAgain(() => import('./users/UsersTab.tsx')),
};

export const SpacesTab = lazyRouteComponent(loads.spaces, 'SpacesTab');
export const EmailTab = lazyRouteComponent(loads.email, 'EmailTab');
export const ImportTab = lazyRouteComponent(loads.import, 'ImportTab');
export const ExamsTab = lazyRouteComponent(loads.cohorts, 'ExamsTab');
export const UsersTab = lazyRouteComponent(loads.users, 'UsersTab');

const tabs = { spaces: SpacesTab, email: EmailTab, import: ImportTab, cohorts: ExamsTab, users: UsersTab };

/** Preloads the script of a tab. If that fails, the tab loads it again when opened. */
export async function fetchTab(name: TabName): Promise<void> {
  const isHere = await loads[name]().then(
    () => true,
    () => false,
  );
  // Only with the script there: the lazy component would remember a failure.
  if (isHere) await tabs[name].preload?.();
}

/** Preloads the scripts of all tabs when the page is idle. */
export function useFetchedTabs(names: readonly TabName[]): void {
  useEffect(() => whenIdle(() => names.map(fetchTab)), [names]);
}

/** Runs `act` when the page is idle. Returns a function that cancels the run. */
function whenIdle(act: () => unknown): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
