import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyList, anyList } from '../fixtures/anyList.ts';
import { readAll } from '../fixtures/readAll.ts';
import { columnsOf, writeList } from '../fixtures/writeList.ts';

/** For more lists: LISTS=20000 npx vitest run generatedLists */
const numRuns = Number(process.env.LISTS ?? 600);

/** Problems that even a correct list may have as a whole. */
const listQuestions = new Set([
  'import.allHidden',
  'import.noHeadings',
  'import.missingColumn',
  'import.columnTwice',
]);

describe('any list of a registrar', () => {
  it('is read value by value as it was written, or its row is reported', () => {
    const tally = { lists: 0, asked: 0, people: 0 };
    const isRight = (list: AnyList) => {
      const { bytes, fileName, lines, canHide } = writeList(list);
      const isTwice = list.writing.encoding === 'twice';
      const { includeHidden } = list;
      const columns = columnsOf(list);
      const choices = { includeHidden, repairText: isTwice };
      const { candidates, problems, end } = readAll(bytes, fileName, {}, choices);
      const wanted = [...lines].filter(([, { isHidden }]) => includeHidden || !canHide || !isHidden);
      const asked = new Set(problems.map(({ line }) => line));
      tally.lists += 1;
      tally.people += wanted.length;
      if (problems.some(({ code }) => listQuestions.has(code))) {
        // Nobody can be imported only if all rows of the list are hidden.
        expect(problems.map(({ code }) => code)).toEqual(['import.allHidden']);
        expect(wanted).toEqual([]);
        return;
      }
      const read = new Map(candidates.map((candidate) => [candidate.line, candidate]));
      for (const [line, person] of wanted) {
        const found = read.get(line);
        if (asked.has(line)) {
          tally.asked += 1;
          continue;
        }
        expect(person.turned).toBe('none');
        expect(found).toMatchObject({
          lastName: person.lastName,
          firstName: person.firstName,
          emailKey: person.email,
          studentNumber: columns.includes('studentNumber') ? person.studentNumber : null,
          language: columns.includes('language') ? person.language : null,
        });
      }
      expect(read.size).toBeLessThanOrEqual(wanted.length);
      expect([...read.keys()].every((line) => wanted.some(([one]) => one === line))).toBe(true);
      expect(end.file?.hidden.rows).toBe(canHide ? list.people.filter(({ isHidden }) => isHidden).length : 0);
      // Only converted and ambiguous values are reported.
      const spoilt = new Set(wanted.filter(([, { turned }]) => turned !== 'none').map(([line]) => line));
      const isExplained = problems.every(
        ({ line, code }) =>
          spoilt.has(line ?? 0) || code === 'import.lettersUnsure' || code === 'import.languageUnknown',
      );
      expect(isExplained, JSON.stringify(problems)).toBe(true);
    };
    fc.assert(fc.property(anyList, isRight), { numRuns });
    expect(tally.asked).toBeLessThan(tally.people / 10);
    if (process.env.LISTS) console.info(tally);
  }, 3_600_000);
});
