import type { FoundUser } from '@guichet/contract/identity/users.search';
import { Fragment, useMemo } from 'react';
import { useFormats, useT } from '../../../../core/i18n/formats.ts';
import { RowGap, Table } from '../../../../ui/tables/Table.tsx';
import { useRowWindow } from '../../../../ui/tables/useRowWindow.ts';
import { useRoleWords } from '../../useRoleWords.ts';
import type { SearchOrder } from '../filters/searchParams.ts';
import { useSearchWords } from '../filters/useSearchWords.ts';
import { FoundUserHead, foundUserColumns } from './FoundUserHead.tsx';
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
  const formats = useFormats();
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
