import type { Language } from '@guichet/contract/core/language';
import type { WrittenContent } from '@guichet/contract/systems/content';
import { useState } from 'react';
import type { Block, LoadedText } from './blocks.ts';

/** The typed text and the version that it is based on, so that a newer one is recognised as a conflict. */
export interface Draft {
  readonly text: string;
  readonly base: LoadedText;
}

type Drafts = Readonly<Record<string, Draft | undefined>>;

/** Unsaved texts, by label and language; they survive a change of tab or language. */
export function useContentDrafts() {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [aside, setAside] = useState<Readonly<Record<string, string | undefined>>>({});
  const set = (label: string, language: Language, draft: Draft | undefined) =>
    setDrafts((before) => ({ ...before, [keyOf(label, language)]: draft }));
  const draftOf = (label: string, language: Language) => drafts[keyOf(label, language)];

  return {
    draftOf,
    hasDrafts: Object.values(drafts).some(Boolean),
    isDirty: ({ label }: Block) => Boolean(draftOf(label, 'fr') || draftOf(label, 'en')),
    type(block: Block, language: Language, text: string) {
      const base = draftOf(block.label, language)?.base ?? block[language];
      set(block.label, language, text === base.text ? undefined : { text, base });
    },
    /** Labels with drafts: they show even after somebody else has removed them. */
    labels: [...new Set(Object.keys(drafts).flatMap((key) => (drafts[key] ? labelOf(key) : [])))],
    /** Takes the stored text and sets one's own aside. */
    layAside(label: string, language: Language) {
      const key = keyOf(label, language);
      setAside((before) => ({ ...before, [key]: drafts[key]?.text }));
      set(label, language, undefined);
    },
    asideOf: (label: string, language: Language) => aside[keyOf(label, language)] ?? null,
    forgetAside: (label: string, language: Language) =>
      setAside((before) => ({ ...before, [keyOf(label, language)]: undefined })),
    drop: (label: string, language: Language) => set(label, language, undefined),
    /** After a save; text typed during the save is kept. */
    settle(sent: string, saved: WrittenContent) {
      const key = keyOf(saved.label, saved.languageId);
      const base = { text: saved.content, savedAt: saved.savedAt };
      setDrafts((before) => {
        const draft = before[key];
        return { ...before, [key]: draft && draft.text !== sent ? { text: draft.text, base } : undefined };
      });
    },
  };
}

export type ContentDrafts = ReturnType<typeof useContentDrafts>;

/** Somebody else has saved this text since the draft was begun. */
export function hasEditConflict(draft: Draft | undefined, loaded: LoadedText): boolean {
  return draft !== undefined && draft.base.savedAt?.getTime() !== loaded.savedAt?.getTime();
}

function labelOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

function keyOf(label: string, language: Language): string {
  return `${label}/${language}`;
}
