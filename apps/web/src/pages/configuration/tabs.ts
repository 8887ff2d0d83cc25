import { lazyRouteComponent } from '@tanstack/react-router';
import type { TabName } from './useTabAddress.ts';

const loads = {
  spaces: () => import('./SpacesTab.tsx'),
  email: () => import('./EmailTab.tsx'),
  import: () => import('./ImportTab.tsx'),
  cohorts: () => import('./cohorts/CohortsTab.tsx'),
  users: () => import('./users/UsersTab.tsx'),
};

export const SpacesTab = lazyRouteComponent(loads.spaces, 'SpacesTab');
export const EmailTab = lazyRouteComponent(loads.email, 'EmailTab');
export const ImportTab = lazyRouteComponent(loads.import, 'ImportTab');
export const CohortsTab = lazyRouteComponent(loads.cohorts, 'CohortsTab');
export const UsersTab = lazyRouteComponent(loads.users, 'UsersTab');

const tabs = { spaces: SpacesTab, email: EmailTab, import: ImportTab, cohorts: CohortsTab, users: UsersTab };

/** Brings the script of a tab, which then opens at once. If it does not come, the tab asks for it again when opened. */
export async function fetchTab(name: TabName): Promise<void> {
  const isHere = await loads[name]().then(
    () => true,
    () => false,
  );
  // Only now: a failure that the tab itself has seen would stay with it.
  if (isHere) await tabs[name].preload?.();
}
