import { listApplicationSignIns, signInToApplication } from '@guichet/contract/identity/provider';
import {
  addOpenIdClient,
  changeOpenIdClient,
  listOpenIdClients,
  listOwnApplications,
  removeOpenIdClient,
  renewOpenIdSecret,
  tryApplication,
} from '@guichet/contract/identity/provider.clients';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as clients from './clients/clients.ts';
import { tryService } from './clients/service.ts';
import { makeIssuer } from './openid/openid.ts';
import { requestCookie } from './openid/terms.ts';
import * as requests from './requests/requests.ts';
import { makeEntityId, signInAddress } from './saml/addresses.ts';
import { inTurn } from './signIns/turns.ts';

export function providerRoutes(serve: Serve, context: AppContext): void {
  serve(listOpenIdClients, async () => ({
    issuer: makeIssuer(context),
    samlMetadata: makeEntityId(context),
    entryBase: signInAddress(context),
    clients: await clients.listClients(context.database.read),
  }));

  serve(addOpenIdClient, ({ body }, grant) => clients.addClient(context, grant, body));

  serve(changeOpenIdClient, ({ params, body }, grant) =>
    clients.changeClient(context, grant, params.clientId, body),
  );

  serve(tryApplication, ({ body }) => tryService(context, body));

  serve(renewOpenIdSecret, ({ params }, grant) => clients.renewSecret(context, grant, params.clientId));

  serve(removeOpenIdClient, ({ params }, grant) => clients.removeClient(context, grant, params.clientId));

  serve(listOwnApplications, (_request, grant) => requests.listOwnApplications(context, grant));

  serve(listApplicationSignIns, (_request, grant) => requests.listApplications(context, grant));

  serve(signInToApplication, ({ params, cookie }, grant) =>
    inTurn(context, () =>
      requests.answerRequest(context, grant, { request: params.request, shown: cookie(requestCookie) }),
    ),
  );
}
