import { Email } from '@guichet/contract/account';
import { checkEmailAvailable, createUser } from '@guichet/contract/account.given';
import { queryOptions, useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CallFailed } from '../../../platform/call/CallFailed.ts';
import { call } from '../../../platform/call/call.ts';
import type { CallInput } from '../../../platform/call/input.ts';

export type NewUser = CallInput<typeof createUser>['body'];

export function useCreateUser() {
  return useMutation({ mutationFn: (body: NewUser) => call(createUser, { body }) });
}

/** Whether an address is free; requested only for a valid one (S5.27). */
export function emailAvailableOptions(email: string) {
  return queryOptions({
    queryKey: ['users', 'emailAvailable', email],
    queryFn: ({ signal }) => call(checkEmailAvailable, { query: { email }, signal }),
    enabled: z.safeParse(Email, email).success,
  });
}

/** S8.5: the address has an account already. */
export function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 400 && failure.errors.length === 0;
}
