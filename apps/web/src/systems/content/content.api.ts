import { contentLanguageId, type Language } from '@guichet/contract/core/language';
import {
  type ContentEditConflict,
  listContent,
  removeContent,
  saveContent,
  type WrittenContent,
} from '@guichet/contract/systems/content';
import {
  getContentVersion,
  listContentVersions,
  listRemovedLabels,
  type RemovedLabel,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../core/call/call.ts';

export function contentOptions(systemId: number) {
  return queryOptions({
    queryKey: ['content', systemId],
    queryFn: ({ signal }) => call(listContent, { params: { systemId }, signal }),
  });
}

export interface TextToSave {
  readonly label: string;
  readonly language: Language;
  readonly content: string;
  readonly savedAt: Date | null;
}

/** Saves a text and updates the cached list, or returns the conflicting version. */
export function useSaveText(systemId: number) {
  const keep = useKeepText(systemId);
  return async ({ label, language, content, savedAt }: TextToSave): Promise<ContentReply> => {
    const languageId = z.encode(contentLanguageId, language);
    const reply = await call(saveContent, {
      params: { systemId, languageId: language, label },
      body: { systemId, label, languageId, content, savedAt },
    });
    keep(label, language, reply);
    return reply;
  };
}

export type ContentReply = WrittenContent | ContentEditConflict;

/** Writes a text from the server into the cached list, and invalidates the versions. */
export function useKeepText(systemId: number) {
  const client = useQueryClient();
  const { queryKey } = contentOptions(systemId);
  return (label: string, languageId: Language, reply: ContentReply) => {
    const now = itemOf({ systemId, label, languageId }, reply);
    client.setQueryData(queryKey, (items = []) => [
      ...items.filter(
        (item) => item.languageId !== languageId || item.label !== ('outcome' in reply ? label : reply.label),
      ),
      ...(now ? [now] : []),
    ]);
    void client.invalidateQueries({ queryKey: ['contentVersions', systemId] });
  };
}

function itemOf(
  of: Pick<WrittenContent, 'systemId' | 'label' | 'languageId'>,
  reply: ContentReply,
): WrittenContent | null {
  if (!('outcome' in reply)) return reply;
  const { content, savedAt } = reply.current;
  return content !== null && savedAt !== null ? { ...of, content, savedAt } : null;
}

export function useRemoveContent(systemId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label: string) => call(removeContent, { params: { systemId, label } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['contentVersions', systemId] }),
  });
}

export function versionsOptions(systemId: number, label: string, language: Language) {
  return queryOptions({
    queryKey: ['contentVersions', systemId, label, language],
    queryFn: ({ signal }) =>
      call(listContentVersions, { params: { systemId, label, languageId: language }, signal }),
  });
}

/** Cached without end, since a version never changes. */
export function versionOptions(systemId: number, versionId: number) {
  return queryOptions({
    queryKey: ['contentVersion', systemId, versionId],
    queryFn: ({ signal }) => call(getContentVersion, { params: { systemId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Restores a version. The cache then has the stored text: that version, or a newer text of somebody else. */
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

/** Restores the last text of each language; a newer text of somebody else stays. */
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
