import type { Key, ReactNode } from 'react';

export interface NoticeListProps<T> {
  of: readonly T[];
  keyOf: (one: T, place: number) => Key;
  children: (one: T) => ReactNode;
  /** How many lines show at once; the others stand behind `more`. */
  shown?: number;
  more?: string;
}

/** The lines of a notice: people, cells, exams. */
export function NoticeList<T>({ of, shown = of.length, more, keyOf, children }: NoticeListProps<T>) {
  const linesOf = (part: readonly T[]) => (
    <ul className="mt-1 flex max-h-72 flex-col gap-0.5 overflow-y-auto">
      {part.map((one, place) => (
        <li key={keyOf(one, place)} className="wrap-anywhere">
          {children(one)}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {linesOf(of.slice(0, shown))}
      {of.length > shown && (
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">{more}</summary>
          {linesOf(of.slice(shown))}
        </details>
      )}
    </>
  );
}
