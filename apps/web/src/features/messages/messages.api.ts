import type { Language } from '@guichet/contract/core/language';
import { getMessage } from '@guichet/contract/messages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function messageOptions(systemId: number, language: Language) {
  return queryOptions({
    queryKey: ['messages', systemId, language],
    queryFn: ({ signal }) => call(getMessage, { params: { systemId, languageId: language }, signal }),
  });
}
