import type { MouseEvent } from 'react';
import type { Person } from '../../users/person.ts';

/** A person's name, linked to their place in the search for people; a plain click opens their panel here. */
export function PersonLink({ person, onOpen }: { person: Person; onOpen: (person: Person) => void }) {
  const { fullName, email } = person;

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(person);
  }

  return (
    <a
      href={`/configuration/users?q=${encodeURIComponent(email)}`}
      onClick={open}
      className="py-1 text-accent-ink underline-offset-4 hover:underline"
    >
      {fullName || email}
    </a>
  );
}
