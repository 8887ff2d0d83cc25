import { standsForNoName } from '@guichet/contract/core/fullName';
import type { Preview } from '@guichet/contract/imports/imports';
import { fileNotesMax } from '@guichet/contract/imports/imports.columns';
import { cleanCell } from '../columns/fields/candidateFields.ts';
import { copyString } from '../formats/sheet.ts';

/**
 * Tells people with a single name from lines that lack a name. An empty cell is a single name if somebody said so,
 * or if an earlier line marks the name that its person does not have by a dash or a code.
 */
export function openSingleNames(isSaid: boolean) {
  let isUsual = isSaid;
  /** @param text the cell that holds no name; @param other the cell of the other name */
  return (text: string, other: string): boolean => {
    const name = cleanCell(other);
    if (name === '' || standsForNoName(name)) return false;
    isUsual ||= cleanCell(text) !== '';
    return isUsual;
  };
}

interface Named {
  readonly line: number;
  readonly firstName: string;
  readonly lastName: string;
}

export function noteSingleName(found: Preview['singleNames'], { line, firstName, lastName }: Named): void {
  if (firstName !== '' && lastName !== '') return;
  found.people += 1;
  if (found.samples.length < fileNotesMax)
    found.samples.push({ line, name: copyString(firstName || lastName) });
}
