import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Search } from '../../../core/address/useAddress.ts';
import type { HelpTopic } from '../../../core/parts/help/topics.ts';

/** The tabs in the order of S2.41. */
export const tabNames = ['spaces', 'email', 'import', 'cohorts', 'users'] as const;
export type TabName = (typeof tabNames)[number];

export const helpOf = {
  spaces: 'spaces',
  email: 'email',
  import: 'import',
  cohorts: 'cohorts',
  users: 'candidates',
} as const satisfies Record<TabName, HelpTopic>;

/** The tab that the address names, even when the reader may not open it. */
export function useWantedTab(): TabName {
  return tabOf(useSearch({ strict: false }) as Search, tabNames);
}

/** The current tab. A tab's address parameters are kept while another tab shows. */
export function useTabAddress(available: readonly TabName[]) {
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  const [kept, keep] = useState<Readonly<Partial<Record<TabName, Search>>>>({});
  const tab = tabOf(search, available);
  const [last, setLast] = useState({ tab, search });
  if (last.search !== search) {
    setLast({ tab, search });
    if (last.tab !== tab) keep({ ...kept, [last.tab]: last.search });
  }
  const [visited, setVisited] = useState<readonly TabName[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the tab
  useEffect(() => {
    const selected = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    // On a narrow screen the row of tabs scrolls.
    selected?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    // A link to another tab is unmounted with its own tab; the focus moves to the new tab instead of being
    // lost.
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest('[inert]')) {
      selected?.focus({ preventScroll: true });
    }
  }, [tab]);

  function select(next: TabName) {
    const from = tab === 'users' && next === 'import' ? search.exam : undefined;
    void go({ to: '.', search: { ...kept[next], ...(from !== undefined && { from }), tab: next } });
  }

  return {
    tab,
    visited,
    select,
    searchOf: (name: TabName): Search => (name === tab ? search : (kept[name] ?? {})),
  };
}

/** Without a tab in the address the exams of the system show, which is what most come for. */
function tabOf(search: Search, available: readonly TabName[]): TabName {
  return available.find((name) => name === (search.tab ?? 'cohorts')) ?? available[0] ?? 'users';
}
