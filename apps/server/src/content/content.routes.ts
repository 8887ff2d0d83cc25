import { findContent, listContent } from '@guichet/contract/content';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import { selectContent } from './content.queries.ts';
import { findPublicContent } from './content.service.ts';

export function contentRoutes(serve: Serve, { database }: House): void {
  serve(findContent, ({ params }) =>
    findPublicContent(database.read, params.systemId, params.key, params.languageId),
  );

  serve(listContent, (_request, grant) => selectContent(database.read, grant.systemId));
}
