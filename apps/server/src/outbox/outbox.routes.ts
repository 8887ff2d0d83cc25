import { getMail, listMails, retryMail } from '@guichet/contract/outbox';
import { findWayOut, releaseOutgoing } from '@guichet/contract/outbox.wayOut';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as outbox from './reading.ts';
import * as wayOut from './wayOut.ts';

export function outboxRoutes(serve: Serve, context: AppContext): void {
  serve(listMails, ({ query, language }, grant) => outbox.listMails(context, grant, query, language));

  serve(getMail, ({ params, language }, grant) => outbox.readMail(context, grant, params.mailId, language));

  serve(retryMail, ({ params }, grant) => outbox.retryMail(context, grant, params.mailId));

  serve(findWayOut, ({ language }) => wayOut.findWayOut(context, language));

  serve(releaseOutgoing, (_request, grant) => wayOut.releaseOutgoing(context, grant));
}
