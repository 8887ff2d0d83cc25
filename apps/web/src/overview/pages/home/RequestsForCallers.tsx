import type { Entrance } from '@guichet/contract/identity/access';
import { useState } from 'react';
import { later } from '../../../core/page/later.tsx';
import { WrittenRequests } from '../../../exams/candidate/corrections/written/WrittenRequests.tsx';
import { PersonLink } from '../../../identity/pages/users/PersonLink.tsx';
import type { UserDialogsProps } from '../../../identity/pages/users/UserDialogs.tsx';

const UserDialogs = later(async () => ({
  default: (await import('../../../identity/pages/users/UserDialogs.tsx')).UserDialogs,
}));

/** The requests that support has written for callers; a name opens the panel of its person here. */
export function RequestsForCallers({ entrances }: { entrances: readonly Entrance[] }) {
  const [opened, open] = useState<UserDialogsProps['dialogs']['opened']>(null);
  const [isUsed, setUsed] = useState(false);
  return (
    <>
      <WrittenRequests
        nameOf={(person, systemId) => {
          const slug = entrances.find((one) => one.systemId === systemId)?.slug;
          return (
            <PersonLink
              person={person}
              href={`/${slug}/configuration?tab=users&q=${encodeURIComponent(person.email)}`}
              onOpen={() => {
                setUsed(true);
                open({ kind: 'info', person });
              }}
            />
          );
        }}
      />
      {isUsed && <UserDialogs dialogs={{ opened, open }} />}
    </>
  );
}
