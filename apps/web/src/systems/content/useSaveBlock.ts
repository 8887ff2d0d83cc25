import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import { type ContentEditConflict, contentFault } from '@guichet/contract/systems/content';
import { useMutation } from '@tanstack/react-query';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { isToldAtFields, useFailureText, useValidationText } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import type { Block } from './blocks.ts';
import { type TextToSave, useSaveText } from './content.api.ts';
import type { ContentDrafts } from './useContentDrafts.ts';

export type BlockFailures = Readonly<Partial<Record<Language, unknown>>>;

/** A block to save; in the language `over`, a newer version is overwritten. */
export interface BlockToSave {
  readonly block: Block;
  readonly over?: Language;
}

/** S7.38: a Save sends both languages, or nothing when either is invalid. */
export function useSaveBlock(systemId: number, drafts: ContentDrafts) {
  const saveText = useSaveText(systemId);
  const tell = useTellOutcome();
  const save = useMutation({
    mutationFn: async ({ block, over }: BlockToSave): Promise<BlockFailures> => {
      const texts = languages.map((language) => textToSave(block, language, drafts, over));
      const refused = failuresOf(texts.map(faultOf));
      if (Object.keys(refused).length > 0) return refused;
      const sent = texts.map(async (text) => {
        const reply = await saveText(text);
        if (!('outcome' in reply)) return drafts.settle(text.content, reply);
        // Without a draft here, the newer version stays and nothing is lost.
        if (drafts.draftOf(text.label, text.language)) throw new EditConflict(reply.current);
      });
      const results = await Promise.allSettled(sent);
      return failuresOf(results.map((result) => (result.status === 'rejected' ? result.reason : null)));
    },
    onSuccess: tell,
  });
  return {
    save: save.mutate,
    isSaving: (label: string) => save.isPending && save.variables.block.label === label,
    failuresIn: (label: string): BlockFailures => (save.variables?.block.label === label && save.data) || {},
  };
}

/** An unedited text is sent as loaded, and so does not change. */
function textToSave(
  block: Block,
  language: Language,
  drafts: ContentDrafts,
  over: Language | undefined,
): TextToSave {
  const { label } = block;
  const draft = drafts.draftOf(label, language);
  const base = draft?.base ?? block[language];
  const { savedAt } = over === language ? block[language] : base;
  return { label, language, content: draft?.text ?? base.text, savedAt };
}

function faultOf({ label, content }: TextToSave): CallFailed | null {
  const messageKey = contentFault(label, content);
  if (!messageKey) return null;
  const errors = [{ path: 'content', messageKey }];
  return new CallFailed({ status: 400, code: 'request.invalid', errors });
}

/** An edit conflict, which a dialog shows with both texts; the field shows no fault. */
export class EditConflict extends Error {
  readonly current: ContentEditConflict['current'];

  constructor(current: ContentEditConflict['current']) {
    super('content.editConflict');
    this.name = 'EditConflict';
    this.current = current;
  }
}

function failuresOf(failures: readonly unknown[]): BlockFailures {
  const pairs = languages.map((language, at) => [language, failures[at]] as const);
  return Object.fromEntries(pairs.filter(([, failure]) => failure));
}

/** S8.8: shows the result, and which text was saved if only one was, in the prescribed English. */
function useTellOutcome() {
  const t = useT();
  const failureText = useFailureText();
  const validationText = useValidationText();
  const textOf = (failure: unknown) => {
    if (failure instanceof EditConflict) return t('EditConflict.Notice');
    return isToldAtFields(failure)
      ? failure.errors.map(({ messageKey }) => validationText(messageKey)).join(' ')
      : failureText(failure);
  };

  return (failures: BlockFailures) => {
    const failed = languages.filter((language) => language in failures);
    const [first] = failed;
    if (!first) {
      showToast({ tone: 'success', title: 'Content', text: 'Saved.', lang: 'en' });
      return;
    }
    const words = failed.map((language) => textOf(failures[language]));
    const isOnlyOne = failed.length === 1 && !isToldAtFields(failures[first]);
    const text = isOnlyOne
      ? t(`Content.OnlySaved.${otherLanguage(first)}`, { reason: words[0] ?? '' })
      : [...new Set(words)].join(' ');
    showToast({ tone: 'danger', title: 'Content', titleLang: 'en', text });
  };
}
