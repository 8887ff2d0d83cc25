import type { Language } from '@guichet/contract/core/language';
import { commandName } from './commandName.ts';
import table from './operatorTexts.json' with { type: 'json' };

// The texts for operators in either language. Does not know which one the operator reads, nor the texts of pages.

type Texts = Readonly<Record<Language, string>>;
export type Params = Readonly<Record<string, string | number>>;

/** `{name}` marks a parameter, `{guichet}` how the command line is called. */
const texts = table satisfies Record<string, Texts>;

export type TextName = keyof typeof texts;

export function textIn(language: Language, name: TextName, params: Params = {}): string {
  return fillText(texts[name][language], params);
}

export function fillText(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) =>
    String(params[name] ?? (name === 'guichet' ? commandName : mark)),
  );
}
