import type { Language } from '@guichet/contract/core/language';
import { getMessage, type Message, type MessageKind } from '@guichet/contract/mail/messages';
import { listMessageVersions } from '@guichet/contract/mail/messages.versions';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '../../core/call/call.ts';
import { useReload } from '../../core/call/query.ts';

/** A failed attachment call: the server refused and nothing changed, or the outcome is unknown. */
export interface AttachmentDoubt {
  readonly operation: 'attach' | 'detach';
  readonly isRefused: boolean;
}

/** A message as last read, with any doubt about its attachment since then. */
export interface ReadMessage extends Message {
  readonly doubt?: AttachmentDoubt | undefined;
}

export function messageOptions(systemId: number, message: MessageQuery, language: Language) {
  const { kind, examId = null } = message;
  return queryOptions({
    queryKey: ['messages', systemId, kind, language, examId],
    queryFn: ({ signal }): Promise<ReadMessage> =>
      call(getMessage, { params: { systemId, languageId: language }, query: message, signal }),
  });
}

/** Writes the server's message into the cache, and invalidates its versions. */
export function useKeepMessage(systemId: number, language: Language) {
  const message = useMessageQuery();
  const queries = useQueryClient();
  const reload = useReload(listMessageVersions);
  const { queryKey } = messageOptions(systemId, message, language);
  return (patch: Partial<ReadMessage>) => {
    queries.setQueryData(queryKey, (before) => before && { ...before, doubt: undefined, ...patch });
    void reload();
  };
}

/** The kind of a message, and the exam whose own text it is, as calls name them. */
export interface MessageQuery {
  readonly kind: MessageKind;
  readonly examId?: number;
}

export const MessageContext = createContext<MessageQuery>({ kind: 'invitation' });

export function useMessageQuery(): MessageQuery {
  return useContext(MessageContext);
}

export function useMessageKind(): MessageKind {
  return useMessageQuery().kind;
}
