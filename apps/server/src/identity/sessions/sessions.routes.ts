import { issueTicket, login, logout, refresh } from '@guichet/contract/identity/sessions';
import { handOff, redeemHandOff } from '@guichet/contract/identity/sessions.handOff';
import { endImpersonation, impersonate } from '@guichet/contract/identity/sessions.impersonation';
import {
  endOtherSessions,
  endOwnSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '@guichet/contract/identity/sessions.list';
import {
  answerSecondFactor,
  askForPasskey,
  signInWithPasskey,
} from '@guichet/contract/identity/sessions.secondFactor';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as handingOff from './handOff/handOff.ts';
import * as impersonation from './impersonation/impersonation.ts';
import * as oneTimeTokens from './oneTimeTokens/oneTimeTokens.ts';
import * as sessionList from './sessionList/sessionList.ts';
import * as sessions from './sessions.service.ts';
import * as secondFactor from './signIn/secondFactor.ts';
import type { ClientInfo } from './signIn/signInLimits.ts';

/** The origin of a request, without its other fields. */
const clientOf = ({ address, userAgent, device }: ClientInfo): ClientInfo => ({ address, userAgent, device });

export function sessionsRoutes(serve: Serve, context: AppContext): void {
  serve(login, ({ body, ...request }, grant) => sessions.signIn(context, grant, body, clientOf(request)));

  serve(answerSecondFactor, ({ body, ...request }, grant) =>
    secondFactor.answerSecondFactor(context, grant, body, clientOf(request)),
  );
  serve(askForPasskey, (request) => secondFactor.askForPasskey(context, clientOf(request)));
  serve(signInWithPasskey, ({ body, ...request }, grant) =>
    secondFactor.signInWithPasskey(context, grant, body.passkey, clientOf(request)),
  );

  serve(refresh, ({ query }) => sessions.refresh(context, query.token, query.refreshToken));

  serve(logout, (_request, grant) => sessions.signOut(context, grant));

  serve(impersonate, ({ params, body, ...request }, grant) =>
    impersonation.impersonate(context, grant, params.id, body, clientOf(request)),
  );

  serve(endImpersonation, (_request, grant) => impersonation.endImpersonation(context, grant));

  serve(issueTicket, async ({ body, setOneTimeTokenCookie }, grant) => {
    setOneTimeTokenCookie(await oneTimeTokens.issueTicket(context, grant, body));
    return true;
  });

  serve(handOff, async ({ body }, grant) => ({
    address: await handingOff.handOff(context, grant, body.redirectUri),
  }));

  serve(listOwnSessions, (_request, grant) => sessionList.listOwnSessions(context, grant));

  serve(endOwnSession, ({ params }, grant) => sessionList.endOwnSession(context, grant, params.sessionId));

  serve(endOtherSessions, (_request, grant) => sessionList.endOtherSessions(context, grant));

  serve(listUserSessions, ({ params }, grant) => sessionList.listUserSessions(context, grant, params.id));

  serve(endUserSessions, ({ params }, grant) => sessionList.endUserSessions(context, grant, params.id));

  serve(redeemHandOff, ({ body, address }) => handingOff.redeemHandOff(context, body, address));
}
