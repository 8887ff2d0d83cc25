import { watchImport } from '@guichet/contract/imports/imports.progress';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { stream } from './stream.ts';

const params = { importId: '3f2b9c1e-0000-4000-8000-000000000001' };
const progress = (rows: number) => ({ phase: 'reading', rows, share: rows / 412, imported: null });

function eventStream(...chunks: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function rowsOf(events: AsyncIterable<{ rows: number }>): Promise<number[]> {
  const rows: number[] = [];
  for await (const event of events) rows.push(event.rows);
  return rows;
}

test('yields each event once, however the bytes are split, and skips comments', async () => {
  const server = fakeServer();
  const [one, two] = [JSON.stringify(progress(100)), JSON.stringify(progress(200))];
  server
    .on(watchImport)
    .reply(() =>
      eventStream(': hello\n\n', `data: ${one.slice(0, 9)}`, `${one.slice(9)}\n`, `\ndata: ${two}\r\n\r\n`),
    );
  expect(await rowsOf(stream(watchImport, { params }))).toEqual([100, 200]);
});

test('a refusal throws CallFailed', async () => {
  const server = fakeServer();
  server.on(watchImport).reply(() => problem(404, 'import.notFound'));
  await expect(rowsOf(stream(watchImport, { params }))).rejects.toMatchObject({
    status: 404,
    code: 'import.notFound',
  });
});

test('an event of another shape throws CallFailed', async () => {
  const server = fakeServer();
  server.on(watchImport).reply(() => eventStream('data: {"phase":"dancing"}\n\n'));
  await expect(rowsOf(stream(watchImport, { params }))).rejects.toMatchObject({ code: 'unreadable' });
});
