import { redirectToPlatform } from '@guichet/contract/learning';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { openConnector } from './learning.service.ts';
import { findSignOnAddress } from './signOn.ts';

export function learningRoutes(serve: Serve, context: AppContext): void {
  const connector = openConnector(context);

  serve(redirectToPlatform, ({ query, language }, grant) =>
    findSignOnAddress(context, connector, grant, query, language),
  );
}
