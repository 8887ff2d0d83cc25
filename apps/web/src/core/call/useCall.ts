import type { Endpoint, ReplyOf } from '@guichet/contract/core/endpoint';
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answering, callWith } from './call.ts';
import type { CallInput } from './input.ts';
import { matchQueries } from './query.ts';

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
