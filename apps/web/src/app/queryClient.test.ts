import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { CallFailed } from '../core/call/CallFailed.ts';
import { createQueryClient } from './queryClient.ts';

test('what could not be read is read again as the network returns', async () => {
  const client = createQueryClient();
  client.mount();
  let calls = 0;
  const queryFn = () => {
    calls += 1;
    if (calls === 1) throw new CallFailed({ status: 0, code: 'network' });
    return 'here';
  };
  const observer = new QueryObserver(client, { queryKey: ['one'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('here'));
  stop();
  client.unmount();
});
