import { expect, it } from 'vitest';
import { listIds } from './people.ts';
import type { CallMoodle } from './webService.ts';

/** Answers pages of these ids; `after` is called behind each page. */
function openSite(ids: number[], after: (calls: number) => void) {
  let calls = 0;
  const answer = async (_name: string, { options }: { options: { name: string; value: number }[] }) => {
    const of = (name: string) => options.find((one) => one.name === name)?.value ?? 0;
    const page = ids.slice(of('limitfrom'), of('limitfrom') + of('limitnumber'));
    calls += 1;
    after(calls);
    return page.map((id) => ({ id, idnumber: '', roles: [], groups: [] }));
  };
  return { call: answer as unknown as CallMoodle };
}
const everybody = () => Array.from({ length: 2500 }, (_, n) => n + 1);

it('a course of several pages is read whole, although somebody leaves or comes between two pages', async () => {
  expect(
    (
      await listIds(
        openSite(everybody(), () => {}),
        1,
      )
    ).size,
  ).toBe(2500);
  const ids = everybody();
  const leaving = (calls: number) => {
    if (calls === 1) ids.splice(ids.indexOf(400), 1);
  };
  const left = await listIds(openSite(ids, leaving), 1);
  expect([left.size, left.has(1001), left.has(400)]).toEqual([2499, true, false]);
  const more = everybody();
  const coming = (calls: number) => {
    if (calls === 2) more.unshift(0);
  };
  expect((await listIds(openSite(more, coming), 1)).size).toBe(2501);
});

it('a course that changes behind each page is given up for later', async () => {
  const ids = everybody();
  const reading = listIds(
    openSite(ids, () => ids.shift()),
    1,
  );
  await expect(reading).rejects.toMatchObject({ retry: 'later' });
});
