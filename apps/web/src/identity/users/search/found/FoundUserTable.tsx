import type { FoundUser } from '@guichet/contract/identity/users.search';
import clsx from 'clsx';
import { Fragment, useMemo } from 'react';
import { useT, useTexts } from '../../../../core/i18n/formats.ts';
import { giveWay } from '../../../../core/lists/DataTable.tsx';
import { nextOrder } from '../../../../core/lists/order.ts';
import { SelectBox } from '../../../../ui/fields/SelectBox.tsx';
import { SortHeader } from '../../../../ui/tables/SortHeader.tsx';
import { HeaderCell, RowGap, Table } from '../../../../ui/tables/Table.tsx';
import { useRowWindow } from '../../../../ui/tables/useRowWindow.ts';
import { useRoleWords } from '../../useRoleWords.ts';
import { firstOrder, type SearchColumn, type SearchOrder } from '../filters/searchParams.ts';
import { type SearchWords, useSearchWords } from '../filters/useSearchWords.ts';
import { type FoundUserActs, FoundUserRow } from './FoundUserRow.tsx';

export interface FoundUserTableProps extends FoundUserActs {
  caption: string;
  users: readonly FoundUser[];
  busy: boolean;
  order: SearchOrder | null;
  onOrder: (order: SearchOrder | null) => void;
  chosen: ReadonlyMap<number, FoundUser>;
  onChooseAll: (isChosen: boolean) => void;
}

/** Above this number, the rows scroll in a frame of their own, and only the rows in view are rendered. */
const mostRowsAtOnce = 100;

export function FoundUserTable(props: FoundUserTableProps) {
  const { caption, users, busy, order, onOrder, chosen, onChooseAll, ...acts } = props;
  const t = useT();
  const formats = useTexts();
  const words = useSearchWords();
  const roleWords = useRoleWords();
  const isLong = users.length > mostRowsAtOnce;
  const { frame, rows, gapAfter, measure, onFocus } = useRowWindow(isLong ? users.length : 0);
  const howManyChosen = useMemo(() => howMany(users, chosen), [users, chosen]);

  const row = (user: FoundUser, index: number) => (
    <FoundUserRow
      {...acts}
      key={user.id}
      user={user}
      words={words}
      roleWords={roleWords}
      t={t}
      formats={formats}
      isSelected={chosen.has(user.id)}
      index={isLong ? index : null}
      measure={measure}
    />
  );
  return (
    <Table
      compact
      caption={caption}
      busy={busy}
      frameRef={frame}
      onRowFocus={isLong ? onFocus : undefined}
      rowCount={isLong ? users.length + 1 : undefined}
      maxHeight={isLong ? 'max(24rem, 75dvh)' : undefined}
      head={
        <FoundUserHead
          words={words}
          order={order}
          onOrder={onOrder}
          chosen={howManyChosen}
          onChooseAll={onChooseAll}
        />
      }
    >
      {isLong
        ? rows.map(({ index, gap }) => {
            const user = users[index];
            return (
              user && (
                <Fragment key={user.id}>
                  <RowGap height={gap} columns={foundUserColumns} />
                  {row(user, index)}
                </Fragment>
              )
            );
          })
        : users.map(row)}
      <RowGap height={gapAfter} columns={foundUserColumns} />
    </Table>
  );
}

function howMany(
  users: readonly FoundUser[],
  chosen: ReadonlyMap<number, FoundUser>,
): 'none' | 'some' | 'all' {
  if (chosen.size === 0) return 'none';
  const manageable = users.filter(({ mayManage }) => mayManage);
  const count = manageable.filter(({ id }) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === manageable.length ? 'all' : 'some';
}

interface FoundUserHeadProps {
  words: SearchWords;
  order: SearchOrder | null;
  onOrder: (order: SearchOrder | null) => void;
  /** How many of this page's selectable rows are selected. */
  chosen: 'none' | 'some' | 'all';
  onChooseAll: (isChosen: boolean) => void;
}

/** The number of cells in a row that every table shows. */
const foundUserColumns = 9;

/**
 * Widths, in a list that does not follow its content, for each heading, a student number of nine digits, and the last visit with its hour, in both
 * languages; name, address and roles share the rest.
 */
const widths: Partial<Record<SearchColumn, string>> = {
  isActive: 'in-data-fixed:w-19',
  subscriptionDate: 'in-data-fixed:w-36',
  lastVisitDate: 'in-data-fixed:w-42',
  profession: 'in-data-fixed:w-25',
  attestation: 'in-data-fixed:w-28',
  numberOfWorkshops: 'in-data-fixed:w-24',
};
const numeric: readonly SearchColumn[] = ['attestation', 'numberOfWorkshops'];

/** The columns that a table too narrow for all of them leaves out, in its head and its rows. */
const givesWay: readonly SearchColumn[] = ['subscriptionDate', 'profession', 'attestation'];

function FoundUserHead({ words, order, onOrder, chosen, onChooseAll }: FoundUserHeadProps) {
  const t = useT();
  const shown = order ?? firstOrder;
  const head = (column: SearchColumn) => (
    <SortHeader
      direction={shown.column === column ? shown.direction : 'none'}
      className={clsx(widths[column], givesWay.includes(column) && giveWay)}
      align={numeric.includes(column) ? 'end' : 'start'}
      onSort={() => onOrder(nextOrder(shown, column))}
    >
      {words[column]}
    </SortHeader>
  );
  return (
    <>
      <HeaderCell className="in-data-fixed:w-13">
        <SelectBox
          label={t('Users.Select.Page')}
          checked={chosen === 'all'}
          isPartial={chosen === 'some'}
          onChange={onChooseAll}
        />
      </HeaderCell>
      {head('isActive')}
      {head('name')}
      <HeaderCell>{words.email}</HeaderCell>
      <HeaderCell>{words.roles}</HeaderCell>
      <HeaderCell className="in-data-fixed:w-26">{words.studentNumber}</HeaderCell>
      {head('subscriptionDate')}
      {head('lastVisitDate')}
      {head('profession')}
      {head('attestation')}
      {head('numberOfWorkshops')}
      <HeaderCell className="in-data-fixed:w-26">
        <span className="sr-only">{t('List.Actions')}</span>
      </HeaderCell>
    </>
  );
}
