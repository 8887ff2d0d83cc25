import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A minimal load balancer: round robin over the backends that are ready, with keep-alive connections. */
export interface Balancer {
  readonly url: string;
  /** Resolves when this many of the backends are ready. */
  ready(count: number): Promise<void>;
  /** Has this backend alone answer what follows. */
  pin(url: string): void;
  close(): Promise<void>;
}

const checkMilliseconds = 100;

/** `waits`: lets requests wait while no backend is ready, as Caddy does with `lb_try_duration`. `port`: 0 for a free one. */
export async function openBalancer(urls: readonly string[], waits = false, port = 0): Promise<Balancer> {
  const backends = urls.map((url) => ({ url, isReady: false, agent: new Agent({ keepAlive: true }) }));
  let turn = 0;
  let pinned: string | null = null;
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady, url }) => isReady && (pinned ?? url) === url);
    const backend = ready[turn++ % ready.length];
    if (backend) passOn(backend, incoming, outgoing);
    else if (waits) setTimeout(() => server.emit('request', incoming, outgoing), checkMilliseconds);
    else outgoing.writeHead(502).end('nobody is ready');
  });
  const check = async (backend: (typeof backends)[number]) => {
    const { ok } = await fetch(`${backend.url}/api/valid/ready`).catch(() => ({ ok: false }));
    backend.isReady = ok;
  };
  const checking = setInterval(() => backends.forEach((backend) => void check(backend)), checkMilliseconds);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async ready(count) {
      while (backends.filter(({ isReady }) => isReady).length !== count) await wait(20);
    },
    pin(url) {
      pinned = url;
    },
    async close() {
      clearInterval(checking);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of backends) agent.destroy();
    },
  };
}

/** No retries: the client sees every dropped request. */
function passOn(
  { url, agent }: { readonly url: string; readonly agent: Agent },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, headers, url: path } = incoming;
  const passed = request(`${url}${path}`, { method, headers, agent }, (answer) => {
    const { connection: _ours, ...others } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, others);
    answer.pipe(outgoing);
  });
  passed.on('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end(`dropped: ${error.message}`);
  });
  incoming.pipe(passed);
}
