import type { Language } from '@guichet/contract/core/language';
import { getUserInfo } from '@guichet/contract/users.changes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

/** Per language, since the texts of exams are in the reader's. */
export function userInfoOptions(userId: number, language: Language) {
  return queryOptions({
    queryKey: ['users', 'info', userId, language],
    queryFn: ({ signal }) => call(getUserInfo, { body: { id: userId }, signal }),
  });
}
