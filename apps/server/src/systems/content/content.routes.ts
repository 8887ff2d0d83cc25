import { findContent, listContent, removeContent, saveContent } from '@guichet/contract/systems/content';
import {
  getContentVersion,
  listContentVersions,
  listRemovedLabels,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { selectContent } from './content.queries.ts';
import { findPublicContent } from './content.service.ts';
import * as editing from './editing.ts';

export function contentRoutes(serve: Serve, context: AppContext): void {
  const { database } = context;
  serve(findContent, ({ params }) =>
    findPublicContent(database.read, params.systemId, params.key, params.languageId),
  );

  serve(listContent, (_request, grant) => selectContent(database.read, grant.systemId));

  serve(saveContent, ({ params, body }, grant) => {
    const { label, languageId: language } = params;
    const { content, savedAt } = body;
    return editing.saveContent(context, grant, { label, language, content, savedAt });
  });

  serve(removeContent, ({ params }, grant) => editing.removeContent(context, grant, params.label));

  serve(listContentVersions, ({ params }, grant) =>
    editing.listVersions(database.read, grant.systemId, params.label, params.languageId),
  );

  serve(getContentVersion, ({ params }, grant) =>
    editing.getVersion(database.read, grant.systemId, params.versionId),
  );

  serve(restoreContent, ({ params, body }, grant) =>
    editing.restoreContent(context, grant, params.versionId, body.savedAt),
  );

  serve(listRemovedLabels, (_request, grant) => editing.listRemovedLabels(database.read, grant.systemId));
}
