import { operatorLanguage } from './config.ts';
import { type Params, type TextName, textIn } from './operatorTexts.ts';

/** A text of the program for operators, as at its start and in refusals. */
export function operatorText(name: TextName, params?: Params): string {
  return textIn(operatorLanguage(), name, params);
}

/** For the log, whose lines are English everywhere. */
export function logText(name: TextName, params?: Params): string {
  return textIn('en', name, params);
}
