import { downloadTemplate, importCandidates, previewImport, watchImport } from '@guichet/contract/imports';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as imports from './imports.service.ts';
import { watchProgress } from './progressWatch.ts';
import { templateFile } from './template.ts';

export function importsRoutes(serve: Serve, house: House): void {
  serve(importCandidates, ({ body, file, language }, grant) =>
    imports.importCandidates(house, grant, { ...body, reader: language }, file),
  );

  serve(previewImport, ({ body, file, language }, grant) =>
    imports.previewImport(house, grant, { ...body, reader: language }, file),
  );

  serve(watchImport, ({ params, gone }, grant) => watchProgress(house, grant, params.importId, gone));

  serve(downloadTemplate, ({ query }) => templateFile(query.format ?? 'xlsx'));
}
