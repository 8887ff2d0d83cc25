import type { ListedMail } from '@guichet/contract/outbox';
import type { MouseEvent } from 'react';
import type { Person } from '../../features/users/users.api.ts';

interface RecipientNameProps {
  mail: ListedMail;
  onOpen: (person: Person) => void;
}

/** The recipient of a mail: a link to her among the people, whose plain click opens her panel here. */
export function RecipientName({ mail, onOpen }: RecipientNameProps) {
  const { userId: id, recipientName, recipient: email } = mail;
  const fullName = recipientName || email;
  if (id === null) return fullName;

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen({ id: id as number, fullName, email });
  }

  return (
    <a
      href={`/configuration/users?q=${encodeURIComponent(email)}`}
      onClick={open}
      className="text-accent-ink underline-offset-4 hover:underline"
    >
      {fullName}
    </a>
  );
}
