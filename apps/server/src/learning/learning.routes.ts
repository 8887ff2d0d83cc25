import { redirectToPlatform } from '@guichet/contract/learning';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import { openConnector } from './learning.service.ts';
import { findSignOnAddress } from './signOn.ts';

export function learningRoutes(serve: Serve, house: House): void {
  const connector = openConnector(house);

  serve(redirectToPlatform, ({ query, language }, grant) =>
    findSignOnAddress(
      house,
      connector,
      grant,
      { isAdmin: query.isAdmin, orgId: query.orgId || undefined },
      language,
    ),
  );
}
