import type { Endpoint } from '@guichet/contract/core/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { type Answering, callWith, type InputOf } from './call.ts';

/**
 * The query of an endpoint, for `useQuery`. The key is the endpoint and the input; a query whose reply has texts
 * states the `language` there, and is asked again when the reader changes the language.
 */
export function query<E extends Answering>(endpoint: E, ...[input]: InputOf<E>) {
  return queryOptions({
    queryKey: [routeOf(endpoint), ...(input ? [input] : [])] as const,
    queryFn: ({ signal }) => callWith(endpoint, { ...input, signal }),
  });
}

const pollMs = 3000;

/** The `refetchInterval` of a query that is asked again as long as its reply is still going to change. */
export function pollWhile<Reply>(isMoving: (reply: Reply) => boolean, everyMs = pollMs) {
  return ({ state: { data } }: { state: { data: Reply | undefined } }) =>
    data !== undefined && isMoving(data) && everyMs;
}

/** Finds the queries of an endpoint with whatever input, for the methods of the query client. */
export function matchQueries(endpoint: Endpoint): { queryKey: readonly unknown[] } {
  return { queryKey: [routeOf(endpoint)] };
}

function routeOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
