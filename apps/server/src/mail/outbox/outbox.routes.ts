import {
  cancelPlannedMails,
  getMail,
  listMails,
  listRetryable,
  sendPlannedMails,
} from '@guichet/contract/mail/outbox';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as planned from './changes/planned.ts';
import * as ownMails from './reading/ownMails.ts';
import * as outbox from './reading/reading.ts';
import * as outgoing from './sending/outgoing.ts';

export function outboxRoutes(serve: Serve, context: AppContext): void {
  serve(listMails, ({ query, language }, grant) => outbox.listMails(context, grant, query, language));

  serve(listRetryable, ({ query }, grant) => outbox.listRetryable(context, grant, query));

  serve(getMail, ({ params, language }, grant) => outbox.readMail(context, grant, params.mailId, language));

  serve(listOwnMails, (_request, grant) => ownMails.listOwnMails(context, grant));

  serve(readOwnMail, ({ params }, grant) => ownMails.readOwnMail(context, grant, params.mailId));

  serve(sendPlannedMails, ({ params, body }, grant) =>
    planned.sendPlanned(context, grant, { cohortId: params.cohortId, at: body.at }),
  );

  serve(cancelPlannedMails, ({ params, body }, grant) =>
    planned.cancelPlannedMails(context, grant, { cohortId: params.cohortId, at: body.at }),
  );

  serve(findOutgoingStatus, ({ language }) => outgoing.findOutgoingStatus(context, language));

  serve(releaseOutgoing, (_request, grant) => outgoing.releaseOutgoing(context, grant));
}
