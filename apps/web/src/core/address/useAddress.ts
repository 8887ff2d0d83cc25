import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type ChangeAddress<P extends Params> = (patch: Partial<ValuesOf<P>>, how?: 'push' | 'replace') => void;

/**
 * The values of `params` in the address, so that links and the Back button restore them; and a function that
 * changes some of them and leaves the rest of the query unchanged.
 */
export function useAddress<P extends Params>(params: P): readonly [ValuesOf<P>, ChangeAddress<P>] {
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  const change = useCallback<ChangeAddress<P>>(
    (patch, how = 'push') => {
      const written = writeParams(params, patch);
      void go({
        to: '.',
        search: (before: Search) => ({ ...before, ...written }),
        replace: how === 'replace',
      });
    },
    [go, params],
  );
  return [readParams(params, search), change];
}

function readParams<P extends Params>(params: P, search: Search): ValuesOf<P> {
  const values = Object.entries(params).map(([name, param]) => [name, param.read(search[name])]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

function writeParams(params: Params, patch: Readonly<Record<string, unknown>>) {
  const written = Object.entries(patch).map(([name, value]) => {
    const param = params[name] as Param<unknown> | undefined;
    return [name, param?.write(value)];
  });
  return Object.fromEntries(written) as Record<string, string | undefined>;
}

/** How a query parameter is parsed and written; a default value is not written. */
export interface Param<T> {
  readonly read: (text: string | undefined) => T;
  readonly write: (value: T) => string | undefined;
}

export type Params = Readonly<
  Record<string, { read: (text: string | undefined) => unknown; write: (value: never) => string | undefined }>
>;
export type ValuesOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

export const textParam: Param<string> = {
  read: (text) => text ?? '',
  write: (value) => value || undefined,
};

/** A parameter with a positive integer; `usual` when absent or invalid. */
export function numberParam<Usual extends number | null>(usual: Usual): Param<number | Usual> {
  return {
    read: (text) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : usual),
    write: (value) => (value === usual || value === null ? undefined : String(value)),
  };
}

export function choiceParam<const C extends string, Usual extends C | null>(
  choices: readonly C[],
  usual: Usual,
): Param<C | Usual> {
  return {
    read: (text) => choices.find((choice) => choice === text) ?? usual,
    write: (value) => (value === usual || value === null ? undefined : value),
  };
}

/** A parameter with a day, `yyyy-mm-dd`; '' when absent or invalid. */
export const dayParam: Param<string> = {
  read: (text) => (text !== undefined && isDay(text) ? text : ''),
  write: (value) => value || undefined,
};

function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(instant || 0).toISOString().startsWith(text);
}

export type Search = Readonly<Record<string, string>>;

/** The query parameters of an address as texts; the last one counts when a name is repeated. */
export function parseSearch(query: string): Search {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse of `parseSearch`, with the question mark; undefined values are left out. */
export function formatSearch(search: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(pairs).toString();
  return query && `?${query}`;
}
