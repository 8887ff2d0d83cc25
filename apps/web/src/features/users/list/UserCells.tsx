import type { ListedUser } from '@guichet/contract/users';
import type { ListedText } from '@guichet/contract/users.personTexts';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import type { StateLook } from '../../../platform/lists/stateLook.ts';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { Cell } from '../../../ui/tables/Table.tsx';
import type { UserSays } from '../userSays.ts';
import type { UserWords } from '../userWords.ts';
import { NoValue } from './NoValue.tsx';

export interface UserCellsProps {
  user: ListedUser;
  words: UserWords;
  /** The optional columns of the list. */
  texts: readonly ListedText[];
  says: UserSays | null;
  actions: ReactNode;
}

/** One person in a list. */
export function UserCells({ user, words, texts, says, actions }: UserCellsProps) {
  const t = useT();
  const { mailState, platformState } = user;
  return (
    <>
      {/* When the row is a card, the full name is its heading. */}
      <Cell lead>
        <span>
          {user.firstName}
          <span className="@min-[40rem]:hidden"> {user.lastName}</span>
        </span>
      </Cell>
      <Cell className="@max-[40rem]:hidden!">{user.lastName}</Cell>
      <Cell label={words.email}>
        <EmailLink email={user.email} />
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
          <State look={mailState && says.mail(mailState)} />
        </Cell>
      )}
      {says && (
        <Cell label={words.platform}>
          <State look={platformState && says.platform(platformState)} />
        </Cell>
      )}
      {actions !== undefined && <Cell align="end">{actions}</Cell>}
    </>
  );
}

function State({ look }: { look: StateLook | null }) {
  const t = useT();
  if (look) return <StateChip tone={look.tone}>{look.word}</StateChip>;
  return <NoValue label={t('User.NoState')} />;
}
