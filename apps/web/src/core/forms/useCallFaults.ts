import type { Schema } from '@guichet/contract/core/endpoint';
import { useFieldFaults } from './useFieldFaults.tsx';

/** `useFieldFaults` for the form of a call: `now` is the body that the call would send. */
export function useCallFaults<Body extends object>(
  { error, variables }: { readonly error: unknown; readonly variables: { readonly body: Body } | undefined },
  { body: { schema } }: { readonly body: { readonly schema: Schema } },
  now: Body,
) {
  return useFieldFaults(error, { schema, sent: variables?.body, now });
}
