import type { ListedUser } from '@guichet/contract/identity/users';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChangeAddress, ValuesOf } from '../../../core/address/useAddress.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DebouncedSearch } from '../../../core/lists/filters/DebouncedSearch.tsx';
import { FiltersButton } from '../../../core/lists/filters/FiltersButton.tsx';
import { cutPage, ListFooter } from '../../../core/lists/ListFooter.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { InlineSelect, Options } from '../../../ui/fields/Select.tsx';
import { CheckIcon, SearchIcon } from '../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { useRoleWords } from '../useRoleWords.ts';
import * as userView from '../userView.ts';
import { ExportUsers } from './ExportUsers.tsx';
import { SelectionBar, useSelection } from './SelectionBar.tsx';
import { SimilarNames } from './SimilarNames.tsx';
import { UserTable } from './UserTable.tsx';

export interface Filtering {
  /** The people who match the filters. */
  readonly kept: readonly ListedUser[];
  readonly count: number;
  readonly bar: ReactNode;
  readonly clear: () => void;
}

export interface UserListProps {
  /** Accessible name of the list, also used in the name of the exported file. */
  caption: string;
  users: readonly ListedUser[];
  /** Null for a list with a search but no filters. */
  filtering: Filtering | null;
  state: ValuesOf<typeof userView.userListParams>;
  onChange: ChangeAddress<typeof userView.userListParams>;
  says: userView.UserSays | null;
  /** The ids of those with extra time; absent where the reader may not know. */
  extended?: readonly number[] | undefined;
  /** The system whose list may be exported; null where the reader may not. */
  exportOf: number | null;
  actions: (user: ListedUser) => ReactNode;
  onOpen: (user: ListedUser) => void;
  /** The actions on the selected people; null when the reader may not act on several at once. */
  chosenActions: ((users: readonly ListedUser[]) => ReactNode) | null;
  /** Buttons at the end of the search line. */
  tools?: ReactNode;
  /** Content between the search line and the rows. */
  below?: ReactNode;
}

/** A list of people, searched, sorted and paged in the browser; the result can be exported. */
export function UserList(props: UserListProps) {
  const { caption, users, filtering, state, onChange, says, actions, onOpen, chosenActions, tools, below } =
    props;
  const t = useT();
  const kept = filtering?.kept ?? users;
  const roleWords = useRoleWords({ isOfOneSystem: true });
  const indexed = useMemo(() => userView.indexUsers(kept, roleWords), [kept, roleWords]);
  const found = useMemo(() => userView.searchUsers(indexed, state.q), [indexed, state.q]);
  const sorted = useMemo(
    () => userView.sortUsers(found, state.sort).map(({ user }) => user),
    [found, state.sort],
  );
  const similar = useMemo(
    () => (found.length > 0 ? [] : userView.listSimilarNames(indexed, state.q)),
    [found, indexed, state.q],
  );
  const isFiltered = (filtering?.count ?? 0) > 0;
  const { page, rows } = cutPage(sorted, state.page, state.size);
  const columns = useMemo(() => userView.chooseColumns(users), [users]);
  const hasMarks = users.some(({ isAttested }) => isAttested);
  const { selection, isSelecting, setSelecting } = useSelection(users);
  const [isFiltering, setFiltering] = useState(isFiltered);
  const search = (q: string) => onChange({ q, page: 1 }, 'replace');
  const sort = (order: userView.UserOrder | null) => onChange({ sort: order, page: 1 }, 'replace');

  return (
    <>
      <div data-screen-only className="@container xl:col-span-1!">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 py-1.5 max-sm:gap-y-1 xl:flex-nowrap">
          <DebouncedSearch label={t('Users.Search')} value={state.q} onSearch={search} />
          <SortSelect columns={columns} order={state.sort} onOrder={sort} />
          <span className="flex flex-wrap gap-1 sm:gap-3 xl:flex-nowrap xl:whitespace-nowrap">
            {chosenActions && (
              <Button icon={CheckIcon} iconOnNarrow={!isSelecting} onClick={() => setSelecting(!isSelecting)}>
                {t(isSelecting ? 'Users.Choose.End' : 'Users.Choose')}
              </Button>
            )}
            {filtering && (
              <FiltersButton count={filtering.count} isUnfolded={isFiltering} onUnfold={setFiltering} />
            )}
            {props.exportOf !== null && (
              <ExportUsers
                systemId={props.exportOf}
                caption={caption}
                columns={columns}
                users={sorted}
                says={says}
                hasMarks={hasMarks}
                roleWords={roleWords}
              />
            )}
            {tools}
          </span>
        </div>
      </div>
      {below}
      {isFiltering && filtering?.bar}
      {selection && chosenActions && (
        <SelectionBar
          found={sorted}
          chosen={selection.chosen}
          onChoose={selection.choose}
          actions={chosenActions(selection.chosen)}
        />
      )}
      {sorted.length > 0 ? (
        <>
          {rows.length < sorted.length && (
            <p className="hidden px-5 print:block">
              {t('Users.Printed', {
                first: (page - 1) * state.size + 1,
                last: (page - 1) * state.size + rows.length,
                total: sorted.length,
              })}
            </p>
          )}
          <UserTable
            caption={caption}
            columns={columns}
            users={rows}
            order={state.sort}
            onOrder={sort}
            says={says}
            extended={props.extended}
            hasMarks={hasMarks}
            roleWords={roleWords}
            selection={selection}
            actions={actions}
            onOpen={onOpen}
          />
          <div className="border-line border-t px-5 py-2">
            <ListFooter
              label={t('Users.Pages')}
              total={sorted.length}
              page={page}
              size={state.size}
              sizes={userView.userPageSizes}
              maxLinks={5}
              onPage={(number) => onChange({ page: number }, 'replace')}
              onSize={(size) => onChange({ size, page: 1 }, 'replace')}
            />
          </div>
        </>
      ) : (
        <EmptyState
          icon={SearchIcon}
          title={t('Users.NothingFound.Title')}
          action={
            <span className="flex flex-col items-center gap-3">
              <SimilarNames names={similar} onSearch={search} />
              <Button
                onClick={() => {
                  filtering?.clear();
                  search('');
                }}
              >
                {t(isFiltered ? 'Users.NothingFound.ActionAll' : 'Users.NothingFound.Action')}
              </Button>
            </span>
          }
        >
          {isFiltered ? t('Users.NothingFound.Filtered') : t('Users.NothingFound.Text', { search: state.q })}
        </EmptyState>
      )}
    </>
  );
}

interface SortSelectProps {
  columns: readonly userView.UserColumn[];
  order: userView.UserOrder | null;
  onOrder: (order: userView.UserOrder | null) => void;
}

/** Sorts the list when rows are shown as cards, which have no column heads. */
function SortSelect({ columns, order, onOrder }: SortSelectProps) {
  const t = useT();
  const words = userView.useUserWords();
  return (
    <span className="@min-[40rem]:hidden text-muted text-sm">
      <InlineSelect
        label={t('Users.SortBy')}
        value={order?.column ?? ''}
        onChange={({ target }) => {
          const column = columns.find((name) => name === target.value);
          onOrder(column ? { column, direction: 'ascending' } : null);
        }}
      >
        <option value="">{t('Users.SortBy.none')}</option>
        <Options of={columns} each={(column) => [column, words[column]]} />
      </InlineSelect>
    </span>
  );
}
