import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Param, Params, ValuesOf } from './params.ts';
import type { Search } from './search.ts';

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
