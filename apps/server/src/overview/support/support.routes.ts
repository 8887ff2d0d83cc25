import {
  getPersonHistory,
  inviteAgain,
  listAdministrators,
  listTodaysExams,
  readMailOf,
  sendResetLink,
} from '@guichet/contract/overview/support';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as history from './history.ts';
import * as support from './support.service.ts';

export function supportRoutes(serve: Serve, context: AppContext): void {
  serve(getPersonHistory, ({ params, language }, grant) =>
    history.getPersonHistory(context, grant, params.id, language),
  );

  serve(readMailOf, ({ params }, grant) => history.readPersonMail(context, grant, params.id, params.mailId));

  serve(listAdministrators, (_request, grant) => support.listAdministrators(context.database.read, grant));

  serve(listTodaysExams, (_request, grant) => support.listTodaysExams(context, grant));

  serve(sendResetLink, ({ params }, grant) => support.sendResetLink(context, grant, params.id));

  serve(inviteAgain, ({ params, body }, grant) =>
    support.inviteAgain(context, grant, { ...params, requestId: body.requestId }),
  );
}
