import type { Plugin } from 'vite';
import { pickTexts } from './pickTexts.ts';

/** The chunks whose texts a file has, by its extent (core/i18n/languageStore.ts). */
export type TextExtents = Readonly<Record<'open' | 'own', readonly string[]>>;

/**
 * Writes a file of texts for each extent and language: those that its chunks can request, without those of the extent before.
 * @throws when such a chunk imports another that is in no extent, whose texts would be missing
 */
export function textFiles({ open, own }: TextExtents): Plugin {
  return {
    name: 'text-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const scriptOf = (names: readonly string[]) => {
        const chosen = chunks.filter(({ name }) => names.includes(name));
        for (const { name, imports } of chosen) {
          const stray = imports.find((file) => !chosen.some(({ fileName }) => fileName === file));
          if (stray)
            this.error(`${name} imports ${stray}, which vite.config.ts names in no extent of texts.`);
        }
        return chosen.map(({ code }) => code).join('\n');
      };
      const [openScript, ownScript] = [scriptOf(open), scriptOf([...open, ...own])];
      for (const language of ['fr', 'en'] as const) {
        const before = pickTexts(language, openScript);
        const added = Object.entries(pickTexts(language, ownScript)).filter(([key]) => !(key in before));
        const files = { open: before, own: Object.fromEntries(added) };
        for (const [extent, texts] of Object.entries(files)) {
          const fileName = `assets/i18n/${language}.${extent}.json`;
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(texts) });
        }
      }
    },
  };
}
