import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { contentLanguageId } from './core/language.ts';
import { id, ofSystem } from './core/wire.ts';

/** Labels that pages show before sign-in; every seeded system has them (S3.12). */
export const publicLabels = ['Title', 'WelcomeMessage', 'TechDiff'] as const;

export const ContentItem = z.object({
  systemId: z.int(),
  label: z.string(),
  languageId: contentLanguageId,
  content: z.string(),
});
export type ContentItem = z.output<typeof ContentItem>;

export const findContent = endpoint({
  method: 'GET',
  path: '/api/SystemContent/:systemId/:languageId/:key',
  summary: 'The content of one public label in one language: a list of one, or of none.',
  access: 'public',
  params: z.object({ systemId: id, languageId: contentLanguageId, key: z.string().check(z.maxLength(64)) }),
  reply: json(z.array(ContentItem)),
});

export const listContent = endpoint({
  method: 'GET',
  path: '/api/SystemContent/:systemId',
  summary: 'Every content item of a system, in both languages.',
  access: { level: 'admin' },
  params: ofSystem,
  reply: json(z.array(ContentItem)),
});
