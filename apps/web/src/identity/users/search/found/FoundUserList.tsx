import { batchMaxUsers } from '@guichet/contract/identity/users.changes';
import { type FoundUser, listSimilarNames } from '@guichet/contract/identity/users.search';
import { useCallback, useState } from 'react';
import type { ChangeAddress } from '../../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { ListFooter } from '../../../../core/lists/ListFooter.tsx';
import { type Loadable, Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../../../core/timing/useDelayedFlag.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { SearchIcon, UserIcon, UserOffIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { SimilarNames } from '../../list/SimilarNames.tsx';
import { type Activation, ActivationDialog } from '../ActivationDialog.tsx';
import {
  everybody,
  isSameFilter,
  noFilters,
  pickFilters,
  type SearchFilters,
  type SearchState,
  searchPageSizes,
  type searchParams,
} from '../filters/searchParams.ts';
import type { FoundUsers } from '../search.api.ts';
import { FoundUserTable } from './FoundUserTable.tsx';

export interface FoundUserListProps {
  caption: string;
  query: Loadable<FoundUsers> & { isPlaceholderData: boolean };
  /** Whether other filters than those of the list are about to be applied. */
  isUpdating: boolean;
  state: SearchState;
  onChange: ChangeAddress<typeof searchParams>;
  onChangePassword: (user: FoundUser) => void;
  onInfo: (user: FoundUser) => void;
}

/** A page of found people, with selection and activation, singly or together. */
export function FoundUserList(props: FoundUserListProps) {
  const { caption, query, isUpdating, state, onChange, onChangePassword, onInfo } = props;
  const t = useT();
  const filters = pickFilters(state);
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
            isUpdating || query.isPlaceholderData ? (
              <EmptyState icon={SearchIcon} title={t('Search.Updating')} />
            ) : (
              <NobodyFound isPageGone={totalItems > 0} filters={filters} onChange={onChange} />
            )
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

interface NobodyFoundProps {
  /** People match, but the page in the address is beyond the last one. */
  isPageGone: boolean;
  filters: SearchFilters;
  onChange: ChangeAddress<typeof searchParams>;
}

/** Stands in for an empty list: the search, similar names, and how to reset the search. */
function NobodyFound({ isPageGone, filters, onChange }: NobodyFoundProps) {
  const t = useT();
  const search = isPageGone ? '' : filters.q.trim();
  const names = useQuery({ ...query(listSimilarNames, { query: { search } }), enabled: search !== '' });
  if (isPageGone)
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('Search.PageGone.Title')}
        action={<Button onClick={() => onChange({ page: 1 })}>{t('List.First')}</Button>}
      >
        {t('Search.PageGone.Text')}
      </EmptyState>
    );
  if (isSameFilter(filters, noFilters))
    return (
      <EmptyState icon={SearchIcon} title={t('Users.NothingFound.Title')}>
        {t('Search.Nobody')}
      </EmptyState>
    );
  const hasOthers = !isSameFilter({ ...filters, q: '' }, noFilters);
  return (
    <EmptyState
      icon={SearchIcon}
      title={search ? t('Search.NothingFound.For', { search }) : t('Users.NothingFound.Title')}
      action={
        <span className="flex flex-col items-center gap-3">
          <SimilarNames names={names.data ?? []} onSearch={(name) => onChange({ q: name, page: 1 })} />
          <span className="flex flex-wrap justify-center gap-2">
            {search && (
              <Button onClick={() => onChange({ q: '', page: 1 })}>{t('Users.NothingFound.Action')}</Button>
            )}
            {hasOthers && (
              <Button onClick={() => onChange({ ...noFilters, page: 1 })}>
                {t(search ? 'Users.NothingFound.ActionAll' : 'Search.Clear')}
              </Button>
            )}
          </span>
        </span>
      }
    >
      {search ? t('Search.Reach') : t('Search.NothingFound')} {search && hasOthers && t('Search.AndFilters')}
    </EmptyState>
  );
}

interface ChosenBarProps {
  chosen: ReadonlyMap<number, FoundUser>;
  onAsk: (activation: Activation) => void;
  onClear: () => void;
}

/** Actions on the selected rows; renders nothing without a selection. */
function ChosenBar({ chosen, onAsk, onClear }: ChosenBarProps) {
  const t = useT();
  if (chosen.size === 0) return null;
  const users = [...chosen.values()];
  const tooMany = chosen.size > batchMaxUsers;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-accent-soft px-5 py-3 sm:px-6">
      <p role="status" className="font-medium text-accent-ink">
        {tooMany
          ? t('Users.Chosen.TooMany', { count: chosen.size, max: batchMaxUsers })
          : t('Users.Chosen', { count: chosen.size })}
      </p>
      <span className="flex flex-wrap gap-2">
        <SmallButton icon={UserIcon} disabled={tooMany} onClick={() => onAsk({ users, isActive: true })}>
          {t('Users.Activate')}
        </SmallButton>
        <SmallButton icon={UserOffIcon} disabled={tooMany} onClick={() => onAsk({ users, isActive: false })}>
          {t('Users.Deactivate')}
        </SmallButton>
        <SmallButton variant="quiet" onClick={onClear}>
          {t('Users.Chosen.Clear')}
        </SmallButton>
      </span>
    </div>
  );
}

const nobody: ReadonlyMap<number, FoundUser> = new Map();

/** The people selected for a batch, kept from page to page and cleared when the filters change. */
function useChosenUsers(listKey: string) {
  const [kept, keep] = useState({ listKey, users: nobody });
  const chosen = kept.listKey === listKey ? kept.users : nobody;

  const choose = useCallback(
    (users: readonly FoundUser[], isChosen: boolean) =>
      keep((before) => {
        const next = new Map(before.listKey === listKey ? before.users : nobody);
        for (const user of users) {
          if (isChosen && user.mayManage) next.set(user.id, user);
          else next.delete(user.id);
        }
        return { listKey, users: next };
      }),
    [listKey],
  );
  const chooseOne = useCallback((user: FoundUser, isChosen: boolean) => choose([user], isChosen), [choose]);
  const clear = useCallback(() => keep({ listKey, users: nobody }), [listKey]);
  return { chosen, choose, chooseOne, clear };
}
