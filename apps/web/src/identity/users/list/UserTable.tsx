import { listedTexts } from '@guichet/contract/core/personTexts';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { nextOrder } from '../../../core/lists/order.ts';
import type { StateLook } from '../../../core/lists/stateLook.ts';
import { SelectBox } from '../../../ui/fields/SelectBox.tsx';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { SortHeader } from '../../../ui/tables/SortHeader.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';
import { type UserColumn, type UserOrder, type UserSays, useUserWords } from '../userView.ts';
import { NoValue } from './NoValue.tsx';
import type { Selection } from './useSelection.ts';

export interface UserTableProps {
  caption: string;
  columns: readonly UserColumn[];
  users: readonly ListedUser[];
  order: UserOrder | null;
  onOrder: (order: UserOrder | null) => void;
  /** Labels of the states; null outside an exam, where people have no states. */
  says: UserSays | null;
  /** Whether anybody in the list is marked as attended with success. */
  hasMarks: boolean;
  /** Null while the list has no boxes to select. */
  selection: Selection | null;
  actions: (user: ListedUser) => ReactNode;
  /** Opens the panel of a person. */
  onOpen: (user: ListedUser) => void;
}

/** A name stays on one line; a longer name is cut, with the whole name in the tooltip of its cell. */
const nameStyle = '@min-[40rem]:max-w-48 @min-[40rem]:truncate';

export function UserTable(props: UserTableProps) {
  const { caption, columns, users, order, onOrder, says, hasMarks, selection, actions, onOpen } = props;
  const t = useT();
  const words = useUserWords();
  const chosen = users.filter((user) => selection?.chosen.includes(user)).length;
  const texts = listedTexts.filter((name) => columns.includes(name));
  return (
    <Table
      caption={caption}
      head={
        <>
          {selection && (
            <HeaderCell className="w-14">
              <SelectBox
                label={t('Users.Select.Page')}
                checked={chosen === users.length}
                isPartial={chosen > 0 && chosen < users.length}
                onChange={(isChosen) => selection.choose(users, isChosen)}
              />
            </HeaderCell>
          )}
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
          {hasMarks && <HeaderCell>{words.isAttested}</HeaderCell>}
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {users.map((user) => (
        <Row
          key={user.id}
          aria-selected={selection ? selection.chosen.includes(user) : undefined}
          // While the list has boxes, a click that misses a box opens no panel.
          onOpen={selection ? undefined : () => onOpen(user)}
        >
          {selection && (
            <Cell label={t('Users.Select.One')}>
              <SelectBox
                label={t('Users.Select', { name: user.fullName || user.email })}
                checked={selection.chosen.includes(user)}
                onChange={(isChosen) => selection.choose([user], isChosen)}
              />
            </Cell>
          )}
          {/* On a card, the full name is the heading. */}
          <Cell lead className={nameStyle} title={user.firstName ?? undefined}>
            <NameButton user={user} onOpen={onOpen} />
          </Cell>
          <Cell lead className={`${nameStyle} @max-[40rem]:hidden!`} title={user.lastName ?? undefined}>
            {user.lastName}
          </Cell>
          {/* On a card, an address needs no label. */}
          <Cell className="@min-[40rem]:w-[26%] @min-[40rem]:max-w-0" title={user.email}>
            <EmailLink email={user.email} oneLine />
          </Cell>
          <Cell label={words.role}>{user.role}</Cell>
          {texts.map((name) => (
            <Cell key={name} label={words[name]}>
              {user[name] === null ? (
                <NoValue label={t('User.NotGiven')} />
              ) : (
                <span className="tabular-nums">{user[name]}</span>
              )}
            </Cell>
          ))}
          {says && (
            <Cell label={words.mail}>
              <State look={user.mailState && says.mail(user.mailState)} />
            </Cell>
          )}
          {says && (
            <Cell label={words.platform}>
              <State look={user.platformState && says.platform(user.platformState)} />
            </Cell>
          )}
          {hasMarks && (
            <Cell label={words.isAttested}>
              <State look={user.isAttested ? { tone: 'success', word: t('User.Attested') } : null} />
            </Cell>
          )}
          <Cell align="end">{actions(user)}</Cell>
        </Row>
      ))}
    </Table>
  );
}

/**
 * Opens the panel of a person. Screen readers get the whole name; the last name has its own column beside it.
 */
function NameButton({ user, onOpen }: Pick<UserTableProps, 'onOpen'> & { user: ListedUser }) {
  const { firstName, lastName, fullName, email } = user;
  return (
    <button
      type="button"
      onClick={() => onOpen(user)}
      className="min-h-6 max-w-full cursor-pointer text-start align-middle text-accent-ink underline-offset-4 [font-weight:inherit] hover:underline @min-[40rem]:truncate"
    >
      {firstName || fullName || email} {firstName && <span className="@min-[40rem]:sr-only">{lastName}</span>}
    </button>
  );
}

function State({ look }: { look: StateLook | null }) {
  const t = useT();
  if (look) return <StateChip tone={look.tone}>{look.word}</StateChip>;
  return <NoValue label={t('User.NoState')} />;
}
