import type { FoundUser } from '@guichet/contract/identity/users.search';
import clsx from 'clsx';
import { Fragment, memo } from 'react';
import type { Formats } from '../../../../core/i18n/formats.ts';
import type { T } from '../../../../core/i18n/useT.ts';
import { giveWay, narrowText } from '../../../../core/lists/DataTable.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { SelectBox } from '../../../../ui/fields/SelectBox.tsx';
import { EmailLink } from '../../../../ui/html/EmailLink.tsx';
import { WholeName } from '../../../../ui/html/WholeName.tsx';
import { InfoIcon, KeyIcon, UserIcon, UserOffIcon } from '../../../../ui/icons/moreIcons.tsx';
import { StateChip } from '../../../../ui/states/Badge.tsx';
import { Cell, Row, RowActions } from '../../../../ui/tables/Table.tsx';
import { NoValue } from '../../list/NoValue.tsx';
import type { SearchWords } from '../filters/useSearchWords.ts';

/** In a table, only the name is as large as on a card. */
const small = '@min-[40rem]:text-sm';

export interface FoundUserActs {
  readonly onSelect: (user: FoundUser, isSelected: boolean) => void;
  readonly onToggle: (user: FoundUser) => void;
  readonly onChangePassword: (user: FoundUser) => void;
  readonly onInfo: (user: FoundUser) => void;
}

export interface FoundUserRowProps extends FoundUserActs {
  user: FoundUser;
  words: SearchWords;
  roleWords: (name: string) => string;
  t: T;
  /** Created once for all rows, since creating formats takes longer than rendering a row. */
  formats: Formats;
  isSelected: boolean;
  /** The row's index among all rows, from 0, when only a window of rows is rendered; else null. */
  index: number | null;
  measure: (row: HTMLTableRowElement | null) => void;
}

/** A found person. Memoised, since a list may have a hundred thousand rows. */
export const FoundUserRow = memo(function FoundUserRow(props: FoundUserRowProps) {
  const { user, words, roleWords, t, formats, isSelected, index, measure, ...acts } = props;
  const { columnDay, columnDateTime, number } = formats;
  const { fullName: name, isActive, mayManage } = user;
  const isOpen = isActive && !user.isLocked;
  const state = isActive ? (isOpen ? 'Active' : 'Locked') : 'Inactive';
  const roles = user.roles.map(roleWords).join(', ');
  return (
    <Row
      ref={index === null ? undefined : measure}
      data-index={index ?? undefined}
      aria-rowindex={index === null ? undefined : index + 2}
      aria-selected={isSelected}
      onOpen={() => acts.onInfo(user)}
    >
      <Cell label={t('Users.Select.One')}>
        <SelectBox
          label={t('Users.Select', { name })}
          checked={isSelected}
          disabled={!mayManage}
          onChange={(checked) => acts.onSelect(user, checked)}
        />
      </Cell>
      <Cell label={words.isActive}>
        <IconButton
          size="sm"
          tone={isOpen ? 'accent' : 'neutral'}
          icon={isOpen ? UserIcon : UserOffIcon}
          disabled={!mayManage}
          label={t(`Users.Toggle.${state}`, { name })}
          onClick={() => acts.onToggle(user)}
        />
      </Cell>
      <Cell lead title={name} className={narrowText}>
        <span className={isActive ? undefined : 'text-muted'}>
          <WholeName name={name} />
        </span>
        {user.isLocked && (
          <span className="mt-0.5 block">
            <StateChip tone="danger">{t('UserInfo.Locked')}</StateChip>
          </span>
        )}
      </Cell>
      <Cell className={small} label={words.email} title={user.email}>
        <EmailLink email={user.email} oneLine={index !== null} />
      </Cell>
      <Cell className={small} label={words.roles} title={roles}>
        {user.roles.map((role, at) => (
          <Fragment key={role}>
            {at > 0 && ', '}
            <span className="whitespace-nowrap">{roleWords(role)}</span>
          </Fragment>
        ))}
        {roles === '' && <NoValue label={t('Account.Roles.None')} />}
      </Cell>
      <Cell className={small} label={words.studentNumber} title={user.studentNumber ?? undefined}>
        {user.studentNumber === null ? (
          <NoValue label={t('User.NotGiven')} />
        ) : (
          <span className="tabular-nums">{user.studentNumber}</span>
        )}
      </Cell>
      <Cell className={clsx(small, giveWay)} label={words.subscriptionDate}>
        <span className="whitespace-nowrap tabular-nums">{columnDay(user.subscriptionDate)}</span>
      </Cell>
      <Cell className={small} label={words.lastVisitDate}>
        {user.lastVisitDate ? (
          <span className="whitespace-nowrap tabular-nums">{columnDateTime(user.lastVisitDate)}</span>
        ) : (
          <NoValue label={t(user.isVisitHidden ? 'Users.VisitHidden' : 'Users.NeverVisited')} />
        )}
      </Cell>
      <Cell className={clsx(small, giveWay)} label={words.profession} title={user.profession ?? undefined}>
        {user.profession ?? <NoValue label={t('User.NotGiven')} />}
      </Cell>
      <Cell className={clsx(small, giveWay)} label={words.attestation} align="end">
        <Count
          shown={number(user.attestation)}
          label={t('Users.Count.Attestations', { count: user.attestation, name })}
          onOpen={user.attestation > 0 ? () => acts.onInfo(user) : null}
        />
      </Cell>
      <Cell className={small} label={words.numberOfWorkshops} align="end">
        <Count
          shown={number(user.numberOfWorkshops)}
          label={t('Users.Count.Exams', { count: user.numberOfWorkshops, name })}
          onOpen={user.numberOfWorkshops > 0 ? () => acts.onInfo(user) : null}
        />
      </Cell>
      <Cell align="end">
        <RowActions label={t('List.ActionsOf', { name })}>
          <IconButton
            size="sm"
            tone="accent"
            icon={KeyIcon}
            disabled={!mayManage}
            label={t('ChangePassword.Of', { name })}
            onClick={() => acts.onChangePassword(user)}
          />
          <IconButton
            size="sm"
            tone="accent"
            icon={InfoIcon}
            label={t('UserInfo.Of', { name })}
            onClick={() => acts.onInfo(user)}
          />
        </RowActions>
      </Cell>
    </Row>
  );
});

interface CountProps {
  shown: string;
  label: string;
  /** Opens the panel with the exams that are counted; null for zero. */
  onOpen: (() => void) | null;
}

function Count({ shown, label, onOpen }: CountProps) {
  if (!onOpen) return shown;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="inline-flex min-h-8 min-w-6 cursor-pointer items-center justify-end text-accent-ink underline-offset-4 hover:underline"
    >
      {shown}
    </button>
  );
}
