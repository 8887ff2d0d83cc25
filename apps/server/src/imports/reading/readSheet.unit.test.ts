import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeList } from '../fixtures/readAll.ts';
import { type ReadingStep, readCandidateFile, readerProcesses, readResultFile } from './readSheet.ts';

const list = (count: number) =>
  Buffer.from(makeList(...Array.from({ length: count }, (_, at) => ['Roux', 'Noé', `noe${at}@example.ca`])));

async function stepsOf(reading: AsyncIterable<ReadingStep>): Promise<ReadingStep[]> {
  const steps: ReadingStep[] = [];
  for await (const step of reading) steps.push(step);
  return steps;
}

const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

const isLinux = process.platform === 'linux';

/** The reader processes: their priority is lower than the priority of the process that starts them. */
const lowProcesses = () =>
  readdirSync('/proc/self/task')
    .flatMap((id) => readFileSync(`/proc/self/task/${id}/children`, 'utf8').split(' '))
    .filter((id) => id.trim() !== '' && getPriority(Number(id)) === getPriority() + 5).length;

beforeEach(() => readerProcesses.endIdle());

describe('reading a file in its own process', () => {
  it('returns batches, then one end, and leaves the bytes to the caller', async () => {
    const bytes = list(1_500);
    const steps = await stepsOf(readCandidateFile(bytes, 'liste.csv'));
    expect(steps.map(({ kind }) => kind)).toEqual(['batch', 'batch', 'end']);
    const [first] = steps;
    if (first?.kind !== 'batch') throw new Error('The first step is no batch.');
    const rows = JSON.parse(new TextDecoder().decode(first.candidates));
    expect([first.rows, rows.length]).toEqual([1_000, 1_000]);
    expect(rows[0]).toMatchObject({ line: 2, email_key: 'noe0@example.ca', sort_name: 'roux noe' });
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('returns refusals as problems', async () => {
    const [end] = await stepsOf(readCandidateFile(Buffer.from('%PDF-1.7'), 'liste.csv'));
    expect(end).toMatchObject({
      kind: 'end',
      problems: [{ line: null, code: 'import.notASpreadsheet' }],
      file: null,
    });
  });

  it('ends the process when the loop is left, and lets the next file in', async () => {
    const before = processes();
    for (let round = 0; round < 4; round += 1) {
      for await (const step of readCandidateFile(list(20_000), 'liste.csv')) {
        expect(step.kind).toBe('batch');
        break;
      }
    }
    await vi.waitFor(() => expect(processes()).toBe(before));
  });

  it('reads short lists one after the other in the same process, each as if it were the first', async () => {
    const wanted = await stepsOf(readCandidateFile(list(3), 'liste.csv'));
    const refused = await stepsOf(readCandidateFile(Buffer.from('%PDF-1.7'), 'liste.csv'));
    const before = processes();
    const results = Buffer.from('Courriel;Attestation\nnoe@example.ca;Oui\n');
    expect((await readResultFile(results, 'resultats.csv')).rows).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await stepsOf(readCandidateFile(list(3), 'liste.csv'))).toEqual(wanted);
      expect(await stepsOf(readCandidateFile(Buffer.from('%PDF-1.7'), 'liste.csv'))).toEqual(refused);
    }
    await vi.waitFor(() => expect(processes()).toBe(before));
  });

  it.runIf(isLinux)('keeps the process of 10,000 rows, whose import follows its preview', async () => {
    const before = lowProcesses();
    await stepsOf(readCandidateFile(list(10_000), 'liste.csv'));
    expect(lowProcesses()).toBe(before + 1);
  });

  it('ends the process of a long list, which would hold its memory', async () => {
    const before = processes();
    const steps = await stepsOf(readCandidateFile(list(40_000), 'liste.csv'));
    expect(steps.at(-1)?.kind).toBe('end');
    await vi.waitFor(() => expect(processes()).toBe(before));
  });

  it.runIf(isLinux)('reads at a lower priority than the event loop', async () => {
    const before = lowProcesses();
    for await (const step of readCandidateFile(list(20_000), 'liste.csv')) {
      expect(step.kind).toBe('batch');
      expect(lowProcesses()).toBe(before + 1);
      break;
    }
  });

  it('tells of a list that takes more work than any, and reads the next one', async () => {
    const { take } = readerProcesses;
    const bound = vi.spyOn(readerProcesses, 'take').mockImplementationOnce(() => take(1));
    const [long, next] = await Promise.all(
      [list(100_000), list(3)].map((bytes) => stepsOf(readCandidateFile(bytes, 'liste.csv'))),
    );
    expect(long?.at(-1)).toMatchObject({ kind: 'end', problems: [{ code: 'import.tooIntricate' }] });
    expect(next?.at(-1)).toMatchObject({ kind: 'end', problems: [] });
    bound.mockRestore();
  });

  it('queues files, and refuses them when too many wait', async () => {
    const readings = Array.from({ length: 11 }, () => stepsOf(readCandidateFile(list(10), 'liste.csv')));
    const outcomes = await Promise.allSettled(readings);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
  });
});
