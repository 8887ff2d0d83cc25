import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { getMail } from '@guichet/contract/outbox';

/** One mail as the outbox opens it. */
export type Mail = ReplyOf<typeof getMail>;
