import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { listImports, previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** A page of a system's imports, newest first, with exam titles in the given language. */
export function importsOptions(systemId: number, page: number, pageSize: number, language: Language) {
  return queryOptions({
    queryKey: ['imports', 'past', systemId, page, pageSize, language],
    queryFn: ({ signal }) => call(listImports, { params: { systemId }, query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A preview of an undo as it would be done now. */
export function undoOptions(systemId: number, importId: string) {
  return queryOptions({
    queryKey: ['imports', 'undo', systemId, importId],
    queryFn: ({ signal }) => call(previewUndo, { params: { systemId, importId }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The preview must not change while somebody reads it.
    refetchOnWindowFocus: false,
  });
}

/** Undoes an import as previewed; after a conflict, the newer preview replaces the older. */
export function useUndoImport(systemId: number, importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof undoImport>) =>
      call(undoImport, { params: { systemId, importId }, body }),
    onSuccess: (reply) => {
      if (reply.outcome === 'changedMeanwhile')
        client.setQueryData(undoOptions(systemId, importId).queryKey, reply.current);
    },
  });
}

/** Fetches every person of the import, for the file. */
export function useWholePreview(systemId: number, importId: string) {
  return useMutation({
    mutationFn: () => call(previewUndo, { params: { systemId, importId }, query: { all: true } }),
  });
}
