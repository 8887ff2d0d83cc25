import { contentLanguageId, type Language } from '@guichet/contract/core/language';
import {
  type ContentEditConflict,
  listContent,
  saveContent,
  type WrittenContent,
} from '@guichet/contract/systems/content';
import { listContentVersions, listRemovedLabels } from '@guichet/contract/systems/content.versions';
import * as z from 'zod/mini';
import { call } from '../../core/call/call.ts';
import { query, useQueryClient, useReload } from '../../core/call/query.ts';

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
  const reload = useReload(listContentVersions, listRemovedLabels);
  const { queryKey } = query(listContent, { params: { systemId } });
  return (label: string, languageId: Language, reply: ContentReply) => {
    const now = itemOf({ systemId, label, languageId }, reply);
    client.setQueryData(queryKey, (items = []) => [
      ...items.filter(
        (item) => item.languageId !== languageId || item.label !== ('outcome' in reply ? label : reply.label),
      ),
      ...(now ? [now] : []),
    ]);
    void reload();
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
