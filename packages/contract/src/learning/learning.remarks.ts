import * as z from 'zod/mini';
import type { Language } from '../core/language.ts';
import texts from './learning.remarkTexts.json' with { type: 'json' };

/** Remarks by a platform or its connector, each in both languages (`npm run platform-messages` lists them for operators). */
export type RemarkCode = keyof typeof texts;
export const remarkCodes = Object.keys(texts) as [RemarkCode, ...RemarkCode[]];

export const Remark = z.object({
  /** Null where the portal has no words for the remark. */
  code: z.nullable(z.enum(remarkCodes)),
  /** The values that stand in the words. `said`: the platform's own words. */
  params: z.record(z.string(), z.string()),
  /** The remark in English, for logs. */
  text: z.string(),
});
export type Remark = z.infer<typeof Remark>;

/** The words of a remark with their `{name}` marks filled. */
export function wordRemark(code: RemarkCode, params: Remark['params'], language: Language): string {
  return texts[code][language].replace(/\{(\w+)\}/g, (mark, name: string) => params[name] ?? mark);
}
