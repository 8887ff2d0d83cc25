import * as z from 'zod/mini';
import { contentOutcome, Label } from './content.ts';
import { endpoint, json } from './core/endpoint.ts';
import { contentLanguageId } from './core/language.ts';
import { id, instant, ofSystem, systemId } from './core/wire.ts';

/** A state in which a text was saved; `content` is null where the label was removed. */
export const ContentVersion = z.object({
  id: z.int(),
  savedAt: instant,
  /** Null where the program itself wrote it. */
  savedBy: z.nullable(z.string()),
  content: z.nullable(z.string()),
});
export type ContentVersion = z.output<typeof ContentVersion>;

/** One of the list: `beginning` is what a reader sees first of the text, null where the label was removed. */
export const ListedContentVersion = z.extend(z.omit(ContentVersion, { content: true }), {
  beginning: z.nullable(z.string()),
});
export type ListedContentVersion = z.output<typeof ListedContentVersion>;

/** A label that is there no more; `versions` are the last texts it had, one per language. */
export const RemovedLabel = z.object({
  label: z.string(),
  removedAt: instant,
  removedBy: z.nullable(z.string()),
  versions: z.array(z.object({ id: z.int(), languageId: contentLanguageId })),
});
export type RemovedLabel = z.output<typeof RemovedLabel>;

export const listContentVersions = endpoint({
  method: 'GET',
  path: '/api/SystemContent/versions/:systemId/:languageId/:label',
  summary: 'The states in which a text was saved, newest first; the first one is the text as it is.',
  access: { level: 'admin' },
  params: z.object({ systemId, languageId: contentLanguageId, label: Label }),
  reply: json(z.array(ListedContentVersion)),
});

export const getContentVersion = endpoint({
  method: 'GET',
  path: '/api/SystemContent/version/:systemId/:versionId',
  summary: 'One earlier state of a text.',
  access: { level: 'admin' },
  params: z.object({ systemId, versionId: id }),
  reply: json(ContentVersion),
});

/** `savedAt` as in `saveContent`: null where the label is there no more, and then it comes back. */
export const restoreContent = endpoint({
  method: 'POST',
  path: '/api/SystemContent/version/:systemId/:versionId',
  summary: 'Saves an earlier state of a text again, as a new version.',
  access: { level: 'admin' },
  params: z.object({ systemId, versionId: id }),
  body: json(z.object({ savedAt: z.optional(z.nullable(instant)) })),
  reply: contentOutcome,
});

export const listRemovedLabels = endpoint({
  method: 'GET',
  path: '/api/SystemContent/removed/:systemId',
  summary: 'The labels that were removed and can come back.',
  access: { level: 'admin' },
  params: ofSystem,
  reply: json(z.array(RemovedLabel)),
});
