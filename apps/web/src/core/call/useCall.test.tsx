import { endUserSessions, listUserSessions } from '@guichet/contract/identity/sessions.list';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '../../app/queryClient.ts';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { query, useCall, useReload } from './query.ts';

const params = { id: 4 };
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  server = fakeServer();
  server.on(listUserSessions).reply(() => []);
});

function renderCall(afterFailure: 'reload' | 'keep') {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const reload = useReload(listUserSessions);
      const ending = useCall(endUserSessions, afterFailure === 'reload' ? { onError: reload } : {});
      return { sessions: useQuery(query(listUserSessions, { params })), ending };
    },
    { wrapper },
  );
  return result;
}

const timesRead = () => server.requestsTo(listUserSessions).length;

test('a query is another one for another input and another language of the reply', () => {
  const inFrench = query(getUserInfo, { body: { id: 4 }, language: 'fr' }).queryKey;
  expect(query(getUserInfo, { body: { id: 4 }, language: 'fr' }).queryKey).toEqual(inFrench);
  expect(query(getUserInfo, { body: { id: 4 }, language: 'en' }).queryKey).not.toEqual(inFrench);
  expect(query(getUserInfo, { body: { id: 5 }, language: 'fr' }).queryKey).not.toEqual(inFrench);
});

test('a call that succeeds asks the queries on the screen again, without naming them', async () => {
  server.on(endUserSessions).reply(() => 1);
  const result = renderCall('keep');
  await waitFor(() => expect(result.current.sessions.isSuccess).toBe(true));
  act(() => result.current.ending.mutate({ params }));
  await waitFor(() => expect(timesRead()).toBe(2));
  expect(result.current.ending.data).toBe(1);
});

test('a call that fails asks only those again that it names', async () => {
  server.on(endUserSessions).reply(() => problem(409, 'request.invalid'));
  const result = renderCall('reload');
  await waitFor(() => expect(result.current.sessions.isSuccess).toBe(true));
  act(() => result.current.ending.mutate({ params }));
  await waitFor(() => expect(timesRead()).toBe(2));

  const other = renderCall('keep');
  await waitFor(() => expect(other.current.sessions.isSuccess).toBe(true));
  act(() => other.current.ending.mutate({ params }));
  await waitFor(() => expect(other.current.ending.isError).toBe(true));
  expect(timesRead()).toBe(3);
});
