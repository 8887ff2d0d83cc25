import type { Endpoint } from '@guichet/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { html } from '../pages/html.ts';
import { openApiOf } from './openapi.ts';

type Document = ReturnType<typeof openApiOf>;
type Operation = Document['paths'][string][string];

/** The OpenAPI document at `/api/openapi.json`, and as an HTML page at `/api/docs`. */
export function serveOpenApi(app: FastifyInstance, served: readonly Endpoint[], publicUrl: string): void {
  app.get('/api/openapi.json', () => openApiOf(served, publicUrl));
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(pageOf(openApiOf(served, publicUrl)).toString()),
  );
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

function pageOf(document: Document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Guichet – API</title>
    <link rel="icon" href="/assets/favicon.svg" />
    <link rel="stylesheet" href="/api/docs.css" />
  </head>
  <body>
    <main>
      <h1>Guichet – API</h1>
      <p>${operations.length} calls. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Errors are problem details (RFC 9457).</p>
      ${operations.map(({ path, method, operation }) => operationOf(path, method, operation))}
    </main>
  </body>
</html>`;
}

function operationOf(path: string, method: string, operation: Operation) {
  return html`<details>
    <summary>
      <b class="${method}">${method.toUpperCase()}</b>
      <code>${path}</code>
      <small>${operation['x-access']}</small>
      <span>${operation.summary}</span>
    </summary>
    ${operation['x-machine-only'] !== undefined && html`<p>No page calls this. For: ${operation['x-machine-only']}</p>`}
    ${operation.parameters.length > 0 && block('Parameters', operation.parameters)}
    ${operation.requestBody !== undefined && block('Body', operation.requestBody.content)}
    ${block('Reply', operation.responses[200].content)}
  </details>`;
}

function block(title: string, value: unknown) {
  return html`<h2>${title}</h2>
    <pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f7f6f2, #0f1119); color: light-dark(#1b1b26, #ecebe6); }
main { max-width: 62rem; margin: 2.5rem auto; padding: 0 1rem; }
h1 { font: 2rem/1.2 Georgia, serif; }
a { color: light-dark(#23408e, #a9bcff); }
details { margin: .5rem 0; background: light-dark(#fff, #181b26); border: 1px solid light-dark(#dddbd2, #2c3040); border-radius: .6rem; }
summary { display: grid; grid-template-columns: 4.5rem 1fr auto; gap: .1rem .9rem; align-items: center; padding: .7rem 1rem; cursor: pointer; list-style: none; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid light-dark(#23408e, #a9bcff); outline-offset: 2px; border-radius: .6rem; }
b { padding: .15rem 0; border-radius: .35rem; text-align: center; font-size: .8rem; background: light-dark(#e4e9f8, #25305a); }
b.post { background: light-dark(#dff0e4, #17402a); }
b.delete { background: light-dark(#fbe3e0, #55211c); }
summary span { grid-column: 2 / -1; color: light-dark(#565661, #b4b4bd); }
small { color: light-dark(#565661, #b4b4bd); }
h2 { font-size: .95rem; margin: .5rem 1rem; }
pre { overflow-x: auto; margin: 0 1rem 1rem; padding: .75rem; border-radius: .4rem; background: light-dark(#f7f6f2, #0f1119); font-size: .85rem; }
`;
