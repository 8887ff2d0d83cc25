import { issueTicket, login, logout, refresh } from '@guichet/contract/sessions';
import { handOff, redeemHandOff } from '@guichet/contract/sessions.handOff';
import { endImpersonation, impersonate } from '@guichet/contract/sessions.impersonation';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as sessions from './sessions.service.ts';

export function sessionsRoutes(serve: Serve, house: House): void {
  serve(login, ({ body, address }, grant) => sessions.signIn(house, grant, body, address));

  serve(refresh, ({ query }) => sessions.refresh(house, query.token, query.refreshToken));

  serve(logout, (_request, grant) => sessions.signOut(house, grant));

  serve(impersonate, ({ params, body, address }, grant) =>
    sessions.impersonate(house, grant, params.id, body, address),
  );

  serve(endImpersonation, (_request, grant) => sessions.endImpersonation(house, grant));

  serve(issueTicket, async ({ body, givePass }, grant) => {
    givePass(await sessions.issueTicket(house, grant, body));
    return true;
  });

  serve(handOff, async ({ body }, grant) => ({
    address: await sessions.handOff(house, grant, body.redirectUri),
  }));

  serve(redeemHandOff, ({ body, address }) => sessions.redeemHandOff(house, body, address));
}
