import { listContent, removeContent, saveContent, type WrittenContent } from '@guichet/contract/content';
import { contentLanguageId, type Language } from '@guichet/contract/core/language';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../platform/call/call.ts';

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

/** Saves one text, and lets every list that shows it show it as it is now. */
export function useSaveText(systemId: number) {
  const client = useQueryClient();
  const { queryKey } = contentOptions(systemId);
  return async ({ label, language, content, savedAt }: TextToSave): Promise<WrittenContent> => {
    const languageId = z.encode(contentLanguageId, language);
    const params = { systemId, languageId: language, label };
    const saved = await call(saveContent, {
      params,
      body: { systemId, label, languageId, content, savedAt },
    });
    client.setQueryData(queryKey, (items = []) => [
      ...items.filter((item) => item.label !== saved.label || item.languageId !== language),
      saved,
    ]);
    return saved;
  };
}

export function useRemoveContent(systemId: number) {
  return useMutation({
    mutationFn: (label: string) => call(removeContent, { params: { systemId, label } }),
  });
}
