import type { Language } from '@guichet/contract/core/language';
import { findContent, type publicLabels } from '@guichet/contract/systems/content';
import { call } from '../../core/call/call.ts';

export type PublicLabel = (typeof publicLabels)[number];

/** A public text of a system, if the reply has exactly one item (S7.37); null otherwise. */
export async function findPublicText(
  systemId: number,
  language: Language,
  label: PublicLabel,
  signal: AbortSignal,
): Promise<string | null> {
  const items = await call(findContent, { params: { systemId, languageId: language, key: label }, signal });
  return (items.length === 1 && items[0]?.content.trim()) || null;
}
