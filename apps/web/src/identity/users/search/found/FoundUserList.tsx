import type { FoundUser } from '@guichet/contract/identity/users.search';
import { useState } from 'react';
import type { ChangeAddress } from '../../../../core/address/useAddress.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { ListFooter } from '../../../../core/lists/ListFooter.tsx';
import { type Loadable, Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../../../core/timing/useDelayedFlag.ts';
import { type Activation, ActivationDialog } from '../ActivationDialog.tsx';
import { ChosenBar, useChosenUsers } from '../ChosenBar.tsx';
import {
  everybody,
  pickFilters,
  type SearchState,
  searchPageSizes,
  type searchParams,
} from '../filters/searchParams.ts';
import type { FoundUsers } from '../search.api.ts';
import { FoundUserTable } from './FoundUserTable.tsx';
import { NobodyFound } from './NobodyFound.tsx';

export interface FoundUserListProps {
  caption: string;
  query: Loadable<FoundUsers> & { isPlaceholderData: boolean };
  state: SearchState;
  onChange: ChangeAddress<typeof searchParams>;
  onChangePassword: (user: FoundUser) => void;
  onInfo: (user: FoundUser) => void;
}

/** A page of found people, with selection and activation, singly or together. */
export function FoundUserList(props: FoundUserListProps) {
  const { caption, query, state, onChange, onChangePassword, onInfo } = props;
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
            <NobodyFound isPageGone={totalItems > 0} filters={filters} onChange={onChange} />
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
