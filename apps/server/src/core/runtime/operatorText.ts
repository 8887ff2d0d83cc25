import type { Language } from '@guichet/contract/core/language';
import { commandName } from './commandName.ts';
import { operatorLanguage } from './config.ts';
import table from './operatorTexts.json' with { type: 'json' };

// The texts of the program for operators, as at its start and in refusals. Knows nothing of the texts of pages.

type Texts = Readonly<Record<Language, string>>;
type Params = Readonly<Record<string, string | number>>;

/** `{name}` marks a parameter, `{guichet}` how the command line is called. */
const texts = table satisfies Record<string, Texts>;

export function operatorText(name: keyof typeof texts, params: Params = {}): string {
  return fillText(texts[name][operatorLanguage()], params);
}

/** For the log, whose lines are English everywhere. */
export function logText(name: keyof typeof texts, params: Params = {}): string {
  return fillText(texts[name].en, params);
}

export function fillText(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) =>
    String(params[name] ?? (name === 'guichet' ? commandName : mark)),
  );
}
