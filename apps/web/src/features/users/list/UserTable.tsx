import type { ListedUser } from '@guichet/contract/users';
import { listedTexts } from '@guichet/contract/users.personTexts';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { nextOrder } from '../../../platform/lists/order.ts';
import { SortHeader } from '../../../ui/tables/SortHeader.tsx';
import { HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';
import type { UserSays } from '../userSays.ts';
import type { UserColumn, UserOrder } from '../userView.ts';
import { useUserWords } from '../userWords.ts';
import { UserCells } from './UserCells.tsx';

export interface UserTableProps {
  caption: string;
  columns: readonly UserColumn[];
  users: readonly ListedUser[];
  order: UserOrder | null;
  onOrder: (order: UserOrder | null) => void;
  /** Labels of the states; absent outside a cohort, where rows have none. */
  says: UserSays | null;
  /** Actions on a person; null when there are none. */
  actions: ((user: ListedUser) => ReactNode) | null;
}

export function UserTable({ caption, columns, users, order, onOrder, says, actions }: UserTableProps) {
  const t = useT();
  const words = useUserWords();
  return (
    <Table
      caption={caption}
      head={
        <>
          {columns.map((column) => (
            <SortHeader
              key={column}
              direction={order?.column === column ? order.direction : 'none'}
              onSort={() => onOrder(nextOrder(order, column))}
            >
              {words[column]}
            </SortHeader>
          ))}
          {says && <HeaderCell>{words.mail}</HeaderCell>}
          {says && <HeaderCell>{words.platform}</HeaderCell>}
          {actions && (
            <HeaderCell>
              <span className="sr-only">{t('List.Actions')}</span>
            </HeaderCell>
          )}
        </>
      }
    >
      {users.map((user) => (
        <Row key={user.id}>
          <UserCells
            user={user}
            texts={listedTexts.filter((name) => columns.includes(name))}
            words={words}
            says={says}
            actions={actions?.(user)}
          />
        </Row>
      ))}
    </Table>
  );
}
