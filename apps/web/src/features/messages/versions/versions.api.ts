import type { Language } from '@guichet/contract/core/language';
import { getMessageVersion, listMessageVersions, restoreMessage } from '@guichet/contract/messages.versions';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';
import { useKeepMessage, versionsKey } from '../messages.api.ts';

export function versionsOptions(systemId: number, language: Language) {
  return queryOptions({
    queryKey: versionsKey(systemId, language),
    queryFn: async ({ signal }) => {
      const params = { systemId, languageId: language };
      const versions = await call(listMessageVersions, { params, signal });
      return versions.map(({ subject, ...version }) => ({ ...version, heading: subject }));
    },
  });
}

/** A version never changes. */
export function versionOptions(systemId: number, versionId: number) {
  return queryOptions({
    queryKey: ['messageVersion', systemId, versionId],
    queryFn: ({ signal }) => call(getMessageVersion, { params: { systemId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Either way the cache gets the stored text: the restored version, or a newer one of somebody else. */
export function useRestoreMessage(systemId: number, language: Language) {
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ versionId, savedAt }: { versionId: number; savedAt: Date | null }) =>
      call(restoreMessage, { params: { systemId, versionId }, body: { savedAt } }),
    onSuccess: (reply) => keep('outcome' in reply ? reply.current : reply),
  });
}
