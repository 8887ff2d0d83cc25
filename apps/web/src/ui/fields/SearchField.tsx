import { type ComponentProps, useId } from 'react';
import { SearchIcon } from '../icons/moreIcons.tsx';

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  /** The accessible name and the placeholder. */
  label: string;
}

export function SearchField({ label, ...input }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="relative w-full max-w-md">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <SearchIcon
        size={18}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
      />
      <input placeholder={label} {...input} id={id} type="search" className="control text-ellipsis pl-10" />
    </div>
  );
}
