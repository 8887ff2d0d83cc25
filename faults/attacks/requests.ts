import { attack, type Count } from './underWay.ts';

/** A request, repeated over so many connections, each again after its reply. */
export interface RepeatedCall {
  readonly connections: number;
  readonly path: string;
  /** Sent as JSON by POST; absent for a GET. */
  readonly body?: unknown;
}

interface Order {
  readonly url: string;
  readonly token?: string;
  readonly calls: readonly RepeatedCall[];
}

await attack<Order>((order, count) => {
  for (const call of order.calls)
    for (let n = 0; n < call.connections; n++) void askOnAndOn(order, call, count);
});

async function askOnAndOn({ url, token }: Order, { path, body }: RepeatedCall, count: Count): Promise<never> {
  const init: RequestInit = {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'accept-encoding': 'identity',
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  };
  for (;;) {
    const status = await fetch(url + path, init)
      .then(async (answer) => {
        await answer.arrayBuffer();
        return `answered ${answer.status}`;
      })
      .catch(() => 'cut off');
    count(status);
  }
}
