import { getMail, listMails, retryMail } from '@guichet/contract/outbox';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as outbox from './reading.ts';

export function outboxRoutes(serve: Serve, house: House): void {
  serve(listMails, ({ query, language }, grant) => outbox.listMails(house, grant, query, language));

  serve(getMail, ({ params, language }, grant) => outbox.readMail(house, grant, params.mailId, language));

  serve(retryMail, ({ params }, grant) => outbox.retryMail(house, grant, params.mailId));
}
