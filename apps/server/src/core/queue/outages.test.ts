import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { endOutage, listOutages, noteOutage } from './outages.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

it('the end of an outage is logged once, and no answer where there was none', async () => {
  const { context } = portal;
  const warn = vi.spyOn(context.log, 'warn').mockReturnValue(undefined);
  endOutage(context, 'mailServer');
  noteOutage(context, 'mailServer', { reason: 'refused' });
  await expect.poll(async () => (await listOutages(context)).length).toBe(1);
  expect(warn).not.toHaveBeenCalled();
  endOutage(context, 'mailServer');
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([[{ destination: 'mailServer' }, 'queue: the destination answers again']]);
  endOutage(context, 'mailServer');
  await expect.poll(async () => (await listOutages(context)).length).toBe(0);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
