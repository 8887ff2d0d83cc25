import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../../ui/fields/SearchField.tsx';

/** S9.7 */
const waitMs = 200;

export interface DebouncedSearchProps {
  label: string;
  /** The current search, from the address. */
  value: string;
  onSearch: (text: string) => void;
}

/** A search field that reports its text after a pause in typing, and follows the address. */
export function DebouncedSearch({ label, value, onSearch }: DebouncedSearchProps) {
  const [draft, setDraft] = useState({ text: value, over: value, sent: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value === draft.sent && value !== draft.over) setDraft({ ...draft, over: value });
  const isOwn = value === draft.over || value === draft.sent;

  function type(text: string) {
    setDraft({ ...draft, text, over: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDraft((latest) => ({ ...latest, sent: text }));
      onSearch(text);
    }, waitMs);
  }

  return (
    <SearchField
      label={label}
      value={isOwn ? draft.text : value}
      onChange={(event) => type(event.target.value)}
    />
  );
}
