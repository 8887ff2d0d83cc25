import type { MouseEvent } from 'react';
import type { Person } from '../../users/person.ts';

interface PersonLinkProps {
  person: Person;
  /** The reader's list in which the person is found; without it, the search for people. */
  href?: string;
  onOpen: (person: Person) => void;
}

/** A person's name, linked to their place in a list of people; a plain click opens their panel here. */
export function PersonLink({ person, href, onOpen }: PersonLinkProps) {
  const { fullName, email } = person;

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(person);
  }

  return (
    <a
      href={href ?? `/configuration/users?q=${encodeURIComponent(email)}`}
      onClick={open}
      className="py-1 text-accent-ink underline-offset-4 hover:underline"
    >
      {fullName || email}
    </a>
  );
}
