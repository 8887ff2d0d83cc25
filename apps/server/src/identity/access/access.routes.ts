import { checkAccess, isAuthorized, listEntrances } from '@guichet/contract/identity/access';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as access from './access.service.ts';

export function accessRoutes(serve: Serve, { database }: AppContext): void {
  serve(listEntrances, (_request, grant) => access.listEntrances(database.read, grant));

  serve(checkAccess, ({ body }, grant) =>
    access.hasAccess(database.read, grant, body.systemId, body.accessLevel),
  );

  serve(isAuthorized, ({ params }, grant) =>
    access.isAuthorized(database.read, grant, params.systemId, params.code),
  );
}
