import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyList, anyList } from '../fixtures/anyList.ts';
import { readAll } from '../fixtures/readAll.ts';
import { chooseColumns, writeList } from '../fixtures/writeList.ts';
import { splitLine } from '../formats/sheet.ts';

/** For more lists: LISTS=20000 npx vitest run generatedLists */
const numRuns = Number(process.env.LISTS ?? 600);

/** Problems that even a correct list may have as a whole. */
const listQuestions = new Set([
  'import.allHidden',
  'import.noHeadings',
  'import.missingColumn',
  'import.columnTwice',
  'import.allLeft',
]);

describe('any list of a registrar', () => {
  it('is read value by value as it was written, or its row is reported', () => {
    const tally = { lists: 0, asked: 0, people: 0 };
    const isRight = (list: AnyList) => {
      const { bytes, fileName, sheets: written, canHide } = writeList(list);
      const isWorkbook = fileName !== 'liste.xls';
      const chosen = isWorkbook ? written.filter((_, at) => list.reads.includes(at)) : [];
      const sheets = chosen.length > 0 ? chosen : written.slice(0, 1);
      const names = sheets.map(({ name }) => name);
      const isTwice = list.writing.encoding === 'twice';
      const { includeHidden, leavers } = list;
      const columns = chooseColumns(list);
      const choices = {
        includeHidden,
        repairText: isTwice,
        leavers,
        ...(chosen.length > 0 && { sheets: names }),
      };
      // A line as a report names it.
      const keyOf = ({ line, sheet = '' }: { line: number | null; sheet?: string | undefined }) =>
        `${line} ${sheet}`;
      const { candidates, problems, end } = readAll(bytes, fileName, {}, choices);
      const lines = sheets.flatMap(({ name, lines: all }) =>
        [...all].map(
          ([line, person]) => [keyOf({ line, ...(names.length > 1 && { sheet: name }) }), person] as const,
        ),
      );
      const seen = lines.filter(([, { isHidden }]) => includeHidden || !canHide || !isHidden);
      const hasStates = columns.includes('state');
      const left = seen.filter(([, { state }]) => hasStates && state.hasLeft);
      const wanted = leavers === 'leaveOut' ? seen.filter((one) => !left.includes(one)) : seen;
      const asked = new Set(problems.map(keyOf));
      tally.lists += 1;
      tally.people += wanted.length;
      if (problems.some(({ code }) => listQuestions.has(code))) {
        // Nobody can be imported only if all rows of the list are hidden, or all its people have left.
        const everybody = seen.length === 0 ? 'import.allHidden' : 'import.allLeft';
        expect(problems.map(({ code }) => code)).toEqual([everybody]);
        expect(wanted).toEqual([]);
        return;
      }
      const question = { code: 'import.leavers', params: { count: left.length } };
      expect(problems.filter(({ code }) => code === question.code)).toMatchObject(
        left.length > 0 && leavers === undefined ? [question] : [],
      );
      expect(end.file?.leavers?.people.map(keyOf) ?? []).toEqual(left.map(([key]) => key));
      if (isWorkbook)
        expect(end.file?.sheets?.map(({ name, isRead }) => [name, isRead])).toEqual(
          written.map(({ name }) => [name, names.includes(name)]),
        );
      const read = new Map(candidates.map((one) => [keyOf(splitLine(one.line, names)), one]));
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
      expect(end.file?.hidden.rows).toBe(canHide ? lines.filter(([, { isHidden }]) => isHidden).length : 0);
      // Only converted and ambiguous values are reported.
      const spoilt = new Set(wanted.filter(([, { turned }]) => turned !== 'none').map(([line]) => line));
      const isExplained = problems.every(
        ({ code, ...at }) =>
          spoilt.has(keyOf(at)) ||
          code === 'import.leavers' ||
          code === 'import.lettersUnsure' ||
          code === 'import.languageUnknown',
      );
      expect(isExplained, JSON.stringify(problems)).toBe(true);
    };
    fc.assert(fc.property(anyList, isRight), { numRuns });
    expect(tally.asked).toBeLessThan(tally.people / 10);
    if (process.env.LISTS) console.info(tally);
  }, 3_600_000);
});
