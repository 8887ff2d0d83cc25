import type { Language } from '@guichet/contract/core/language';
import { createCandidate } from '@guichet/contract/exams/cohorts';
import { Email } from '@guichet/contract/identity/account';
import { checkEmailAvailable, createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import { listSystemUsers } from '@guichet/contract/identity/users';
import type { Correction, UserInfo } from '@guichet/contract/identity/users.changes';
import {
  correctUser,
  deleteUser,
  getUserInfo,
  listOtherSystems,
  setRoles,
} from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import type { CallInput } from '../../core/call/input.ts';

/** The fields of a user that name the person in a dialog. */
export type Person = Pick<UserInfo, 'id' | 'fullName' | 'email'>;

/** Everyone who has a role in a system. */
export function systemUsersOptions(systemId: number) {
  return queryOptions({
    queryKey: ['users', systemId],
    queryFn: ({ signal }) => call(listSystemUsers, { params: { systemId }, signal }),
  });
}

/** The key has the language, since the texts of exams are in the reader's language. */
export function userInfoOptions(userId: number, language: Language) {
  return queryOptions({
    queryKey: ['users', 'info', userId, language],
    queryFn: ({ signal }) => call(getUserInfo, { body: { id: userId }, signal }),
  });
}

/** Emergency actions on an account. */
export type Emergency = 'lock' | 'unlock' | 'endSessions';

const calls = { lock: lockUser, unlock: unlockUser, endSessions: endUserSessions } as const;

export function useEmergency(kind: Emergency) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<unknown> => call(calls[kind], { params: { id } }),
    onSettled: () =>
      Promise.all([['users'], ['sessions']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** The other systems of a person. Fetched at each opening, since they decide whether to allow a deletion. */
export function otherSystemsOptions(systemId: number, userId: number) {
  return queryOptions({
    queryKey: ['users', 'otherSystems', systemId, userId],
    queryFn: ({ signal }) => call(listOtherSystems, { params: { systemId }, body: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useDeleteUser(systemId: number) {
  return useMutation({
    mutationFn: (userId: number) => call(deleteUser, { params: { systemId }, body: { id: userId } }),
  });
}

/** The password that somebody sets for another person, and the mail about it. */
export type NewPassword = CallInput<typeof updatePassword>['body'];

export function useUpdatePassword() {
  return useMutation({ mutationFn: (body: NewPassword) => call(updatePassword, { body }) });
}

export type CorrectionBody = CallInput<typeof correctUser>['body'];
export type Corrected = Extract<Correction, { outcome: 'corrected' }>;

export function useCorrectUser() {
  return useMutation({ mutationFn: (body: CorrectionBody) => call(correctUser, { body }) });
}

export function useSetRoles() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof setRoles>['body']) => call(setRoles, { body }),
    // Reloads: somebody else may have changed the roles.
    onError: () => queries.invalidateQueries({ queryKey: ['users'] }),
  });
}

export type NewUser = CallInput<typeof createUser>['body'];

export function useCreateUser() {
  return useMutation({ mutationFn: (body: NewUser) => call(createUser, { body }) });
}

export type NewCandidate = CallInput<typeof createCandidate>['body'];

export function useCreateCandidate(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: NewCandidate) => call(createCandidate, { params: { systemId, cohortId }, body }),
  });
}

/** Whether an address has no account; requested only for a valid address (S5.27). */
export function emailAvailableOptions(email: string) {
  return queryOptions({
    queryKey: ['users', 'emailAvailable', email],
    queryFn: ({ signal }) => call(checkEmailAvailable, { query: { email }, signal }),
    enabled: z.safeParse(Email, email).success,
  });
}

/** S8.5: whether the address has an account already. */
export function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 400 && failure.errors.length === 0;
}
