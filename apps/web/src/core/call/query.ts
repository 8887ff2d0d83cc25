import type { Endpoint, ReplyOf } from '@guichet/contract/core/endpoint';
import { queryOptions, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answering, callWith, type InputOf } from './call.ts';
import type { CallInput } from './input.ts';

/** The hooks of a screen, beside `query` and `useCall`. */
export { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';

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

type Variables<E extends Endpoint> =
  // biome-ignore lint/suspicious/noConfusingVoidType: only void lets one leave out the argument of `mutate`
  Record<never, never> extends CallInput<E> ? CallInput<E> | void : CallInput<E>;

type CallOptions<E extends Endpoint> = Omit<
  UseMutationOptions<ReplyOf<E>, Error, Variables<E>>,
  'mutationFn'
>;

/**
 * The mutation that calls an endpoint. When it succeeds, every query on the screen is asked again (`queryClient.ts`);
 * after a failure, those that `useReload` names in `onSettled` or `onError`.
 */
export function useCall<E extends Answering>(endpoint: E, options?: CallOptions<E>) {
  return useMutation<ReplyOf<E>, Error, Variables<E>>({
    ...options,
    mutationFn: (input) => callWith(endpoint, input ?? {}),
  });
}

/** The mutation of an endpoint, for a component that is handed it. */
export type Calling<E extends Answering> = ReturnType<typeof useCall<E>>;

/** Asks the queries of these endpoints again, for a call whose refusal may mean that the screen is outdated. */
export function useReload(...endpoints: readonly Endpoint[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(endpoints.map((endpoint) => client.invalidateQueries(matchQueries(endpoint))));
}
