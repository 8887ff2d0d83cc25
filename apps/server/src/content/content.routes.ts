import { findContent, listContent, removeContent, saveContent } from '@guichet/contract/content';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import { selectContent } from './content.queries.ts';
import { findPublicContent } from './content.service.ts';
import * as editing from './editing.ts';

export function contentRoutes(serve: Serve, house: House): void {
  const { database } = house;
  serve(findContent, ({ params }) =>
    findPublicContent(database.read, params.systemId, params.key, params.languageId),
  );

  serve(listContent, (_request, grant) => selectContent(database.read, grant.systemId));

  serve(saveContent, ({ params, body }, grant) => {
    const { label, languageId: language } = params;
    return editing.saveContent(house, grant, {
      label,
      language,
      content: body.content,
      savedAt: body.savedAt,
    });
  });

  serve(removeContent, ({ params }, grant) => editing.removeContent(house, grant, params.label));
}
