import { issueTicket, login, logout, refresh } from '@guichet/contract/sessions';
import { handOff, redeemHandOff } from '@guichet/contract/sessions.handOff';
import { endImpersonation, impersonate } from '@guichet/contract/sessions.impersonation';
import {
  endOtherSessions,
  endOwnSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '@guichet/contract/sessions.list';
import {
  answerSecondFactor,
  askForPasskey,
  signInWithPasskey,
} from '@guichet/contract/sessions.secondFactor';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as sessions from './sessions.service.ts';

export function sessionsRoutes(serve: Serve, house: House): void {
  serve(login, ({ body, address, userAgent, device }, grant) =>
    sessions.signIn(house, grant, body, { address, userAgent, device }),
  );

  serve(answerSecondFactor, ({ body, address, userAgent, device }, grant) =>
    sessions.answerSecondFactor(house, grant, body, { address, userAgent, device }),
  );
  serve(askForPasskey, ({ address, userAgent, device }) =>
    sessions.askForPasskey(house, { address, userAgent, device }),
  );
  serve(signInWithPasskey, ({ body, address, userAgent, device }, grant) =>
    sessions.signInWithPasskey(house, grant, body.passkey, { address, userAgent, device }),
  );

  serve(refresh, ({ query }) => sessions.refresh(house, query.token, query.refreshToken));

  serve(logout, (_request, grant) => sessions.signOut(house, grant));

  serve(impersonate, ({ params, body, address, userAgent, device }, grant) =>
    sessions.impersonate(house, grant, params.id, body, { address, userAgent, device }),
  );

  serve(endImpersonation, (_request, grant) => sessions.endImpersonation(house, grant));

  serve(issueTicket, async ({ body, givePass }, grant) => {
    givePass(await sessions.issueTicket(house, grant, body));
    return true;
  });

  serve(handOff, async ({ body }, grant) => ({
    address: await sessions.handOff(house, grant, body.redirectUri),
  }));

  serve(listOwnSessions, (_request, grant) => sessions.listOwnSessions(house, grant));

  serve(endOwnSession, ({ params }, grant) => sessions.endOwnSession(house, grant, params.sessionId));

  serve(endOtherSessions, (_request, grant) => sessions.endOtherSessions(house, grant));

  serve(listUserSessions, ({ params }, grant) => sessions.listUserSessions(house, grant, params.id));

  serve(endUserSessions, ({ params }, grant) => sessions.endUserSessions(house, grant, params.id));

  serve(redeemHandOff, ({ body, address }) => sessions.redeemHandOff(house, body, address));
}
