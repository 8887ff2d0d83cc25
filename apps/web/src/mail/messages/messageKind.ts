import type { MessageKind } from '@guichet/contract/mail/messages';
import { createContext, useContext } from 'react';

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
