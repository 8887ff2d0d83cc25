import { downloadTemplate, importCandidates, previewImport, watchImport } from '@guichet/contract/imports';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as imports from './imports.service.ts';
import { watchProgress } from './progress/progressWatch.ts';
import { templateFile } from './template/template.ts';

export function importsRoutes(serve: Serve, context: AppContext): void {
  serve(importCandidates, ({ body, file, language }, grant) =>
    imports.importCandidates(context, grant, { ...body, reader: language }, file),
  );

  serve(previewImport, ({ body, file, language }, grant) =>
    imports.previewImport(context, grant, { ...body, reader: language }, file),
  );

  serve(watchImport, ({ params, gone }, grant) => watchProgress(context, grant, params.importId, gone));

  serve(downloadTemplate, ({ query }) => templateFile(query.format ?? 'xlsx'));
}
