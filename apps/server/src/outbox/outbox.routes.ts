import { getMail, listMails, retryMail } from '@guichet/contract/outbox';
import { findWayOut, releaseOutgoing } from '@guichet/contract/outbox.wayOut';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as outbox from './reading.ts';
import * as wayOut from './wayOut.ts';

export function outboxRoutes(serve: Serve, house: House): void {
  serve(listMails, ({ query, language }, grant) => outbox.listMails(house, grant, query, language));

  serve(getMail, ({ params, language }, grant) => outbox.readMail(house, grant, params.mailId, language));

  serve(retryMail, ({ params }, grant) => outbox.retryMail(house, grant, params.mailId));

  serve(findWayOut, ({ language }) => wayOut.findWayOut(house, language));

  serve(releaseOutgoing, (_request, grant) => wayOut.releaseOutgoing(house, grant));
}
