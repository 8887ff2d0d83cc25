import {
  cancelPlannedMails,
  getMail,
  getMailAttachment,
  listMails,
  listRetryable,
  retryMail,
  retryMails,
  sendPlannedMails,
} from '@guichet/contract/mail/outbox';
import { getOwnMailDocument, listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as planned from './changes/planned.ts';
import * as retrying from './changes/retrying.ts';
import * as ownMails from './reading/ownMails.ts';
import * as outbox from './reading/reading.ts';
import * as outgoing from './sending/outgoing.ts';

/** `present`: a mail that is sent again says what its exam is now, with links that work: the outbox knows neither. */
export function outboxRoutes(serve: Serve, context: AppContext, present: retrying.PresentContent): void {
  serve(listMails, ({ query, language }, grant) =>
    context.database.fromReplica(() => outbox.listMails(context, grant, query, language)),
  );

  serve(listRetryable, ({ query }, grant) => outbox.listRetryable(context, grant, query));

  serve(getMail, ({ params, language }, grant) => outbox.readMail(context, grant, params.mailId, language));

  serve(getMailAttachment, ({ params }, grant) => outbox.getAttachment(context, grant, params.mailId));

  serve(listOwnMails, (_request, grant) => ownMails.listOwnMails(context, grant));

  serve(readOwnMail, ({ params }, grant) => ownMails.readOwnMail(context, grant, params.mailId));

  serve(getOwnMailDocument, ({ params, query }, grant) =>
    ownMails.getOwnDocument(context, grant, { ...params, ...query }),
  );

  serve(sendPlannedMails, ({ params, body }, grant) =>
    planned.sendPlanned(context, grant, { examId: params.examId, at: body.at }),
  );

  serve(cancelPlannedMails, ({ params, body }, grant) =>
    planned.cancelPlannedMails(context, grant, { examId: params.examId, at: body.at }),
  );

  serve(retryMail, ({ params }, grant) => retrying.retryMail(context, grant, params.mailId, present));

  serve(retryMails, ({ body }, grant) => retrying.retryMails(context, grant, body, present));

  serve(findOutgoingStatus, async ({ language }, grant) => ({
    ...(await outgoing.findOutgoingStatus(context, language)),
    refused: await outbox.findRefusedForSender(context, grant, language),
    unsent: await outbox.countUnsent(context, grant),
  }));

  serve(releaseOutgoing, (_request, grant) => outgoing.releaseOutgoing(context, grant));
}
