import { emailKey } from '@guichet/contract/core/fold';
import type { NotPresent } from '@guichet/contract/identity/users';
import {
  type ResultOutcome,
  type ResultRow,
  resultOutcomes,
} from '@guichet/contract/imports/imports.results';
import type { ReadResult } from '../rows/readResults.ts';

export interface MarkedCandidate {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly studentNumber: string | null;
  readonly isAttested: boolean;
  readonly notPresent: NotPresent | null;
}

/** For each row of a list, what it would change for the candidates of an exam. */
export function judgeResults(results: readonly ReadResult[], candidates: readonly MarkedCandidate[]) {
  const find = openFinder(candidates);
  const found = results.map((result) => ({ result, candidate: find(result) }));
  const stated = new Map<number, Set<boolean>>();
  for (const { result, candidate } of found) {
    if (!candidate || candidate === 'ambiguous' || typeof result.result !== 'boolean') continue;
    stated.set(candidate.id, (stated.get(candidate.id) ?? new Set()).add(result.result));
  }
  const seen = new Set<number>();
  const rows = found.map(({ result, candidate }): ResultRow => {
    const { line, name, key, text } = result;
    if (!candidate || candidate === 'ambiguous') {
      const outcome = candidate ?? 'unknown';
      return { line, name, key, userId: null, text, from: null, to: null, outcome };
    }
    const { id, fullName, isAttested: from, notPresent } = candidate;
    const row = { line, name: fullName, key, userId: id, text, from, to: from };
    if (result.result === 'blank' || result.result === 'unclear') return { ...row, outcome: result.result };
    if (stated.get(id)?.size === 2) return { ...row, outcome: 'conflict' };
    if (seen.has(id)) return { ...row, to: result.result, outcome: 'double' };
    seen.add(id);
    if (result.result === from) return { ...row, outcome: 'same' };
    if (result.result && notPresent) return { ...row, outcome: notPresent };
    return { ...row, to: result.result, outcome: result.result ? 'marked' : 'unmarked' };
  });
  const tally = resultOutcomes.map((one) => [one, rows.filter(({ outcome }) => outcome === one).length]);
  const listed = new Set(rows.flatMap(({ userId }) => userId ?? []));
  return {
    rows,
    counts: Object.fromEntries(tally) as Record<ResultOutcome, number>,
    absent: candidates.filter(({ id }) => !listed.has(id)).length,
  };
}

/** Finds a candidate by address and number; `ambiguous` if these name two people, null if nobody. */
function openFinder(candidates: readonly MarkedCandidate[]) {
  const byEmail = new Map(candidates.map((one) => [emailKey(one.email), one]));
  const byNumber = Map.groupBy(candidates, ({ studentNumber }) => studentNumber && numberKey(studentNumber));
  return ({ email, studentNumber }: ReadResult): MarkedCandidate | 'ambiguous' | null => {
    const mailed = email === null ? undefined : byEmail.get(emailKey(email));
    const numbered = studentNumber === null ? [] : (byNumber.get(numberKey(studentNumber)) ?? []);
    if (mailed) return numbered.every(({ id }) => id === mailed.id) ? mailed : 'ambiguous';
    const [first, ...more] = numbered;
    return more.length > 0 ? 'ambiguous' : (first ?? null);
  };
}

/** Spreadsheets drop leading zeros. */
function numberKey(studentNumber: string): string {
  return studentNumber.toLowerCase().replace(/^0+(?=.)/, '');
}
