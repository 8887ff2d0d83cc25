import type { Language } from '@guichet/contract/core/language';
import type { WrittenContent } from '@guichet/contract/systems/content';
import { useState } from 'react';
import type { Block, LoadedText } from './blocks.ts';

/** A typed text and the version on which it is based, so that a newer version is recognised as a conflict. */
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
    /** Labels with drafts, which show even after somebody else has removed them. */
    labels: [...new Set(Object.keys(drafts).flatMap((key) => (drafts[key] ? labelOf(key) : [])))],
    /** Takes the stored text, and sets the user's own text aside. */
    layAside(label: string, language: Language) {
      const key = keyOf(label, language);
      setAside((before) => ({ ...before, [key]: drafts[key]?.text }));
      set(label, language, undefined);
    },
    asideOf: (label: string, language: Language) => aside[keyOf(label, language)] ?? null,
    forgetAside: (label: string, language: Language) =>
      setAside((before) => ({ ...before, [keyOf(label, language)]: undefined })),
    drop: (label: string, language: Language) => set(label, language, undefined),
    /** Ends a draft after its save; text typed during the save stays as a draft on the saved version. */
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

/** Whether somebody else has saved the text since the draft began. */
export function hasEditConflict(draft: Draft | undefined, loaded: LoadedText): boolean {
  return draft !== undefined && draft.base.savedAt?.getTime() !== loaded.savedAt?.getTime();
}

function labelOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

function keyOf(label: string, language: Language): string {
  return `${label}/${language}`;
}
