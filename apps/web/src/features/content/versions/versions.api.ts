import {
  getContentVersion,
  listContentVersions,
  listRemovedLabels,
  type RemovedLabel,
  restoreContent,
} from '@guichet/contract/content.versions';
import type { Language } from '@guichet/contract/core/language';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';
import { contentOptions, useKeepText } from '../content.api.ts';

export function versionsOptions(systemId: number, label: string, language: Language) {
  return queryOptions({
    queryKey: ['contentVersions', systemId, label, language],
    queryFn: ({ signal }) =>
      call(listContentVersions, { params: { systemId, label, languageId: language }, signal }),
  });
}

/** A version never changes. */
export function versionOptions(systemId: number, versionId: number) {
  return queryOptions({
    queryKey: ['contentVersion', systemId, versionId],
    queryFn: ({ signal }) => call(getContentVersion, { params: { systemId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Either way the cache gets the stored text: the restored version, or a newer one of somebody else. */
export function useRestoreContent(systemId: number, label: string, language: Language) {
  const keep = useKeepText(systemId);
  return useMutation({
    mutationFn: ({ versionId, savedAt }: { versionId: number; savedAt: Date | null }) =>
      call(restoreContent, { params: { systemId, versionId }, body: { savedAt } }),
    onSuccess: (reply) => keep(label, language, reply),
  });
}

export function removedLabelsOptions(systemId: number) {
  return queryOptions({
    queryKey: ['contentVersions', systemId, 'removed'],
    queryFn: ({ signal }) => call(listRemovedLabels, { params: { systemId }, signal }),
  });
}

/** Restores the last text of each language; a newer one of somebody else is kept. */
export function useRestoreLabel(systemId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ versions }: RemovedLabel) => {
      for (const { id: versionId } of versions)
        await call(restoreContent, { params: { systemId, versionId }, body: { savedAt: null } });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(contentOptions(systemId)),
        client.invalidateQueries({ queryKey: ['contentVersions', systemId] }),
      ]),
  });
}
