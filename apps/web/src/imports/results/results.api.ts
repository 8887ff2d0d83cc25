import {
  attestByGrades,
  getGrades,
  type Marks,
  readGrades,
  setResults,
} from '@guichet/contract/exams/cohorts.grades';
import { exportResults, previewResults } from '@guichet/contract/imports/imports.results';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '../../core/call/bodies/download.ts';
import { call } from '../../core/call/call.ts';
import { type ChosenFile, requireReadable } from '../draft.ts';

/** Previews the changes that a list of results would make. */
export function usePreviewResults(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: async (chosen: ChosenFile) => {
      await requireReadable(chosen);
      return call(previewResults, { params: { systemId, cohortId }, body: {}, file: chosen.file });
    },
  });
}

/** Returns the ids whose mark changed. Reloads after a refusal, since the shown list is then outdated. */
export function useAttestByGrades(systemId: number, cohortId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Marks & { passPercent: number }) =>
      call(attestByGrades, { params: { systemId, cohortId }, body }),
    onError: () => client.invalidateQueries({ queryKey: gradesOptions(systemId, cohortId).queryKey }),
  });
}

/** Returns the ids whose mark changed. */
export function useSetResults(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: Marks) => call(setResults, { params: { systemId, cohortId }, body }),
  });
}

export function useExportResults(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      download(exportResults, { params: { systemId, cohortId }, query: { format } }),
  });
}

/** The grades last read from the platform, and the marks that the rule would set. */
export function gradesOptions(systemId: number, cohortId: number) {
  return queryOptions({
    queryKey: ['grades', systemId, cohortId],
    queryFn: ({ signal }) => call(getGrades, { params: { systemId, cohortId }, signal }),
  });
}

export function useReadGrades(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (passPercent: number) =>
      call(readGrades, { params: { systemId, cohortId }, body: { passPercent } }),
  });
}
