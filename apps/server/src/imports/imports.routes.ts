import { downloadTemplate, importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { listImports, previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { watchImport } from '@guichet/contract/imports/imports.progress';
import { exportResults, previewResults } from '@guichet/contract/imports/imports.results';
import type { AppContext } from '../core/context/appContext.ts';
import type { Serve } from '../core/http/serve.ts';
import { seesExtraTimeEverywhere } from '../identity/access/access.service.ts';
import * as imports from './imports.service.ts';
import * as past from './past/pastImports.ts';
import * as undo from './past/undo.ts';
import { watchProgress } from './progress/progressWatch.ts';
import * as results from './results/results.ts';
import { templateFile } from './template/template.ts';

export function importsRoutes(serve: Serve, context: AppContext): void {
  serve(importCandidates, ({ body, file, language }, grant) =>
    imports.importCandidates(context, grant, { ...body, reader: language }, file),
  );

  serve(previewImport, ({ body, file, language }, grant) =>
    imports.previewImport(context, grant, { ...body, reader: language }, file),
  );

  serve(watchImport, ({ params, gone }, grant) => watchProgress(context, grant, params.importId, gone));

  serve(listImports, ({ query, language }, grant) => past.listImports(context, grant, query, language));

  serve(previewUndo, ({ params, query }, grant) =>
    undo.previewUndo(context, grant, params.importId, query.all ?? false),
  );

  serve(undoImport, ({ params, body }, grant) => undo.undoImport(context, grant, params.importId, body));

  serve(previewResults, ({ params, file }, grant) =>
    results.previewResults(context, grant, params.examId, file),
  );

  serve(exportResults, ({ params, query, language }, grant) =>
    results.exportResults(context, grant, params.examId, { format: query.format ?? 'xlsx', language }),
  );

  serve(downloadTemplate, async ({ query }, grant) =>
    templateFile(query.format ?? 'xlsx', await seesExtraTimeEverywhere(context.database.read, grant)),
  );
}
