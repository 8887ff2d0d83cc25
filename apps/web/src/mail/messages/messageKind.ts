import type { MessageKind } from '@guichet/contract/mail/messages';
import { createContext, useContext } from 'react';

/** The kind of message that the components below edit. */
export const MessageKindContext = createContext<MessageKind>('invitation');

export function useMessageKind(): MessageKind {
  return useContext(MessageKindContext);
}
