import { listedText } from '@guichet/contract/core/listValues';
import { listedTexts, textsAs } from '@guichet/contract/core/personTexts';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { type Column, DataTable, narrowText } from '../../../core/lists/DataTable.tsx';
import { nextOrder } from '../../../core/lists/order.ts';
import type { StateLook } from '../../../core/lists/stateLook.ts';
import { SelectBox } from '../../../ui/fields/SelectBox.tsx';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { WholeName } from '../../../ui/html/WholeName.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { type UserColumn, type UserOrder, type UserSays, useUserWords } from '../userView.ts';
import { NoValue } from './NoValue.tsx';
import type { Selection } from './SelectionBar.tsx';

export interface UserTableProps {
  caption: string;
  columns: readonly UserColumn[];
  users: readonly ListedUser[];
  order: UserOrder | null;
  onOrder: (order: UserOrder | null) => void;
  /** Labels of the states; null outside an exam, where people have no states. */
  says: UserSays | null;
  extended: readonly number[] | undefined;
  /** Whether anybody in the list is marked as attended with success. */
  hasMarks: boolean;
  roleWords: (name: string) => string;
  /** Null while the list has no boxes to select. */
  selection: Selection | null;
  actions: (user: ListedUser) => ReactNode;
  onOpen: (user: ListedUser) => void;
}

export function UserTable(props: UserTableProps) {
  const { caption, columns, users, order, onOrder, says, hasMarks, roleWords, selection, actions, onOpen } =
    props;
  const t = useT();
  const words = useUserWords();
  const hasListed = users.some(({ listValues }) => listValues);
  const chosen = users.filter((user) => selection?.chosen.includes(user)).length;
  const cells: Readonly<Record<UserColumn, Omit<Column<ListedUser>, 'heading'>>> = {
    // On a card, the full name is the heading.
    firstName: {
      lead: true,
      className: narrowText,
      cell: (user) => (
        <>
          <NameButton user={user} onOpen={onOpen} />
          {props.extended?.includes(user.id) && (
            <>
              {' '}
              <StateChip>{t('UserInfo.Exam.ExtraTime')}</StateChip>
            </>
          )}
        </>
      ),
    },
    lastName: {
      lead: true,
      className: `@max-[40rem]:hidden! ${narrowText}`,
      cell: ({ lastName }) => lastName,
    },
    // On a card, an address needs no label.
    email: {
      isLabelled: false,
      className: '@min-[40rem]:text-sm @min-[40rem]:@max-[80rem]:text-xs',
      cell: ({ email }) => <EmailLink email={email} />,
    },
    role: {
      className: '@min-[40rem]:whitespace-nowrap @min-[40rem]:text-sm',
      cell: ({ role }) => role && roleWords(role),
    },
    ...textsAs(listedTexts, (name) => ({
      cell: ({ [name]: text }: ListedUser) =>
        text === null ? (
          <NoValue label={t('User.NotGiven')} />
        ) : (
          <span className="@min-[40rem]:text-sm tabular-nums">{text}</span>
        ),
    })),
  };
  return (
    <DataTable
      compact
      caption={caption}
      rows={users}
      keyOf={({ id }) => id}
      rowProps={(user) => ({
        'aria-selected': selection ? selection.chosen.includes(user) : undefined,
        // While the list has boxes, a click that misses a box opens no panel.
        onOpen: selection ? undefined : () => onOpen(user),
      })}
      columns={[
        selection && {
          heading: t('Users.Select.One'),
          head: (
            <SelectBox
              label={t('Users.Select.Page')}
              checked={chosen === users.length}
              isPartial={chosen > 0 && chosen < users.length}
              onChange={(isChosen) => selection.choose(users, isChosen)}
            />
          ),
          headClassName: 'w-14',
          cell: (user) => (
            <SelectBox
              label={t('Users.Select', { name: user.fullName || user.email })}
              checked={selection.chosen.includes(user)}
              onChange={(isChosen) => selection.choose([user], isChosen)}
            />
          ),
        },
        ...columns.map((column) => ({
          heading: words[column],
          sort: {
            direction: order?.column === column ? order.direction : ('none' as const),
            onSort: () => onOrder(nextOrder(order, column)),
          },
          ...cells[column],
        })),
        hasListed && {
          heading: t('User.list'),
          className: 'wrap-anywhere @min-[40rem]:text-sm',
          title: ({ listValues }) => listedText(listValues),
          cell: ({ listValues }) => listedText(listValues) || <NoValue label={t('User.NotGiven')} />,
        },
        says && {
          heading: words.mail,
          cell: ({ mailState }) => <State look={mailState && says.mail(mailState)} />,
        },
        says && {
          heading: words.platform,
          cell: ({ platformState }) => <State look={platformState && says.platform(platformState)} />,
        },
        hasMarks && {
          heading: words.isAttested,
          cell: ({ isAttested }) => (
            <State look={isAttested ? { tone: 'success', word: t('User.Attested') } : null} />
          ),
        },
      ]}
      actions={actions}
    />
  );
}

/** Opens the panel of a person. Screen readers get the whole name; the last name stands in a column. */
function NameButton({ user, onOpen }: Pick<UserTableProps, 'onOpen'> & { user: ListedUser }) {
  const { firstName, lastName, fullName, email } = user;
  return (
    <button
      type="button"
      onClick={() => onOpen(user)}
      className="min-h-6 max-w-full cursor-pointer text-start align-middle text-accent-ink underline-offset-4 [font-weight:inherit] hover:underline"
    >
      <WholeName name={firstName || fullName || email} />{' '}
      {firstName && <span className="@min-[40rem]:sr-only">{lastName}</span>}
    </button>
  );
}

function State({ look }: { look: StateLook | null }) {
  const t = useT();
  if (look) return <StateChip tone={look.tone}>{look.word}</StateChip>;
  return <NoValue label={t('User.NoState')} />;
}
