import type { FoundUser } from '@guichet/contract/users.search';
import { useState } from 'react';
import type { ChangeAddress } from '../../../../platform/address/useAddress.ts';
import { useT } from '../../../../platform/i18n/useT.ts';
import { ListFooter } from '../../../../platform/lists/ListFooter.tsx';
import { type Loadable, Loaded } from '../../../../platform/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../../../platform/timing/useDelayedFlag.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SearchIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { type Activation, ActivationDialog } from '../ActivationDialog.tsx';
import { ChosenBar, useChosenUsers } from '../ChosenBar.tsx';
import {
  everybody,
  filtersOf,
  isSameFilter,
  noFilters,
  type SearchState,
  searchPageSizes,
  type searchParams,
} from '../filters/searchParams.ts';
import type { FoundUsers } from '../search.api.ts';
import { FoundUserTable } from './FoundUserTable.tsx';

export interface FoundUserListProps {
  caption: string;
  query: Loadable<FoundUsers> & { isPlaceholderData: boolean };
  state: SearchState;
  onChange: ChangeAddress<typeof searchParams>;
  onChangePassword: (user: FoundUser) => void;
  onInfo: (user: FoundUser) => void;
}

/** A page of people found, with selection and activation, one by one or together. */
export function FoundUserList(props: FoundUserListProps) {
  const { caption, query, state, onChange, onChangePassword, onInfo } = props;
  const t = useT();
  const filters = filtersOf(state);
  const { chosen, choose, chooseOne, clear } = useChosenUsers(JSON.stringify(filters));
  const [asked, ask] = useState<Activation | null>(null);
  const [toggle] = useState(() => (user: FoundUser) => ask({ users: [user], isActive: !user.isActive }));
  const isSlow = useDelayedFlag(query.isPlaceholderData);

  return (
    <>
      <ChosenBar chosen={chosen} onAsk={ask} onClear={clear} />
      <Loaded query={query} lines={10}>
        {({ data, totalItems }) =>
          data.length === 0 ? (
            <NobodyFound
              why={totalItems > 0 ? 'pageGone' : isSameFilter(filters, noFilters) ? 'nobody' : 'filtered'}
              onLeave={() => onChange(totalItems > 0 ? { page: 1 } : { ...noFilters, page: 1 })}
            />
          ) : (
            <>
              <FoundUserTable
                caption={caption}
                users={data}
                busy={isSlow}
                order={state.sort}
                onOrder={(sort) => onChange({ sort, page: 1 }, 'replace')}
                chosen={chosen}
                onChooseAll={(isChosen) => choose(data, isChosen)}
                onSelect={chooseOne}
                onToggle={toggle}
                onChangePassword={onChangePassword}
                onInfo={onInfo}
              />
              <div className="border-line border-t px-5 py-3 sm:px-6">
                <ListFooter
                  label={t('Users.Pages')}
                  total={totalItems}
                  page={state.page}
                  size={state.size}
                  sizes={searchPageSizes}
                  sizeLabel={(size) => (size === everybody ? t('List.All') : size)}
                  maxLinks={10}
                  onPage={(page) => onChange({ page })}
                  onSize={(size) => onChange({ size, page: 1 }, 'replace')}
                />
              </div>
            </>
          )
        }
      </Loaded>
      <ActivationDialog asked={asked} onClose={() => ask(null)} onDone={clear} />
    </>
  );
}

const nobodyTexts = {
  nobody: 'Search.Nobody',
  filtered: 'Search.NothingFound',
  pageGone: 'Search.PageGone.Text',
} as const;

interface NobodyFoundProps {
  why: keyof typeof nobodyTexts;
  /** Clears the filters, or returns to the first page. */
  onLeave: () => void;
}

/** Shown instead of an empty list. */
function NobodyFound({ why, onLeave }: NobodyFoundProps) {
  const t = useT();
  const isPageGone = why === 'pageGone';
  return (
    <EmptyState
      icon={SearchIcon}
      title={t(isPageGone ? 'Search.PageGone.Title' : 'Users.NothingFound.Title')}
      action={
        why !== 'nobody' && <Button onClick={onLeave}>{t(isPageGone ? 'List.First' : 'Search.Clear')}</Button>
      }
    >
      {t(nobodyTexts[why])}
    </EmptyState>
  );
}
