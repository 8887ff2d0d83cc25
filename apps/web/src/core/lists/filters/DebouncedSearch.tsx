import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../../ui/fields/SearchField.tsx';

/** S9.7: the pause in typing. */
const waitMs = 200;

export interface DebouncedSearchProps {
  label: string;
  /** The current search, from the address. */
  value: string;
  onSearch: (text: string) => void;
}

/**
 * A search field that reports its text after a pause in typing, and follows the address. An emptied field
 * reports at once; otherwise another list, chosen during the pause, would get the old text back.
 */
export function DebouncedSearch({ label, value, onSearch }: DebouncedSearchProps) {
  const [draft, setDraft] = useState({ text: value, over: value, sent: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value === draft.sent && value !== draft.over) setDraft({ ...draft, over: value });
  const isOwn = value === draft.over || value === draft.sent;

  function type(text: string) {
    setDraft({ ...draft, text, over: value });
    clearTimeout(timer.current);
    if (text === '') report(text);
    else timer.current = setTimeout(() => report(text), waitMs);
  }

  function report(text: string) {
    setDraft((latest) => ({ ...latest, sent: text }));
    onSearch(text);
  }

  return (
    <SearchField
      label={label}
      value={isOwn ? draft.text : value}
      onChange={(event) => type(event.target.value)}
    />
  );
}
