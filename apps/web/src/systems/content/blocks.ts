import { type Language, languages } from '@guichet/contract/core/language';
import { publicLabels, type WrittenContent } from '@guichet/contract/systems/content';

/** A text as loaded; `savedAt` is null when it was never saved. */
export interface LoadedText {
  readonly text: string;
  readonly savedAt: Date | null;
}

export type Block = { readonly label: string } & Readonly<Record<Language, LoadedText>>;

/** The state of a block's two languages; for `missing` and `older`, `language` is the one behind. */
export type Pairing =
  | { readonly kind: 'even' | 'empty' }
  | { readonly kind: 'missing' | 'older'; readonly language: Language };

const noText: LoadedText = { text: '', savedAt: null };
// Milliseconds between two saves that count as the same, since one Save writes both languages by two calls.
const sameSave = 60_000;

/** A block per distinct label: public labels first, then the others by name. */
export function makeBlocks(items: readonly WrittenContent[], added: readonly string[] = []): Block[] {
  const labels = [...new Set([...items.map(({ label }) => label), ...added])];
  const rank = (label: string) => {
    const at = (publicLabels as readonly string[]).indexOf(label);
    return at < 0 ? publicLabels.length : at;
  };
  labels.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return labels.map((label) => ({ label, fr: textIn(items, label, 'fr'), en: textIn(items, label, 'en') }));
}

function textIn(items: readonly WrittenContent[], label: string, language: Language): LoadedText {
  const found = items.find((item) => item.label === label && item.languageId === language);
  return found ? { text: found.content, savedAt: found.savedAt } : noText;
}

export function describePairing(block: Block): Pairing {
  const empty = languages.filter((language) => block[language].text === '');
  if (empty.length === 2) return { kind: 'empty' };
  if (empty[0]) return { kind: 'missing', language: empty[0] };
  const distance = (block.fr.savedAt?.getTime() ?? 0) - (block.en.savedAt?.getTime() ?? 0);
  if (Math.abs(distance) < sameSave) return { kind: 'even' };
  return { kind: 'older', language: distance < 0 ? 'fr' : 'en' };
}
