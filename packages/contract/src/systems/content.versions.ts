import * as z from 'zod/mini';
import { endpoint, instant, json, systemId } from '../core/endpoint.ts';
import { contentLanguageId } from '../core/language.ts';
import { savedVersion } from '../core/versions.ts';
import { contentOutcome, Label } from './content.ts';

/** A saved version of a text; `content` is null when the label was removed. */
export const ContentVersion = z.object({ ...savedVersion, content: z.nullable(z.string()) });
export type ContentVersion = z.output<typeof ContentVersion>;

/** A list entry: `beginning` is the start of the text, null when the label was removed. */
export const ListedContentVersion = z.extend(z.omit(ContentVersion, { content: true }), {
  beginning: z.nullable(z.string()),
});
export type ListedContentVersion = z.output<typeof ListedContentVersion>;

/** A removed label; `versions` holds its last text in each language. */
export const RemovedLabel = z.object({
  label: z.string(),
  removedAt: instant,
  removedBy: z.nullable(z.string()),
  versions: z.array(z.object({ id: z.int(), languageId: contentLanguageId })),
});
export type RemovedLabel = z.output<typeof RemovedLabel>;

export const listContentVersions = endpoint('GET /api/SystemContent/versions/:systemId/:languageId/:label', {
  summary: 'Lists the saved versions of a text, newest first; the first one is the current text.',
  access: { level: 'admin' },
  params: z.object({ systemId, languageId: contentLanguageId, label: Label }),
  reply: json(z.array(ListedContentVersion)),
});

export const getContentVersion = endpoint('GET /api/SystemContent/version/:systemId/:versionId', {
  summary: 'Returns one earlier version of a text.',
  access: { level: 'admin' },
  reply: json(ContentVersion),
});

/** `savedAt`: as in `saveContent`; null for a removed label, which is then created again. */
export const restoreContent = endpoint('POST /api/SystemContent/version/:systemId/:versionId', {
  summary: 'Restores an earlier version of a text, as a new version.',
  access: { level: 'admin' },
  body: json(z.object({ savedAt: z.optional(z.nullable(instant)) })),
  reply: contentOutcome,
});

export const listRemovedLabels = endpoint('GET /api/SystemContent/removed/:systemId', {
  summary: 'Lists the removed labels that can be restored.',
  access: { level: 'admin' },
  reply: json(z.array(RemovedLabel)),
});
