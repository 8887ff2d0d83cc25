import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { html } from '@guichet/contract/core/html';
import type { FastifyInstance } from 'fastify';
import { fixedAnswer } from '../pages/fixedAnswer.ts';
import { describeApi } from './openapi.ts';

const style = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8');

type Document = ReturnType<typeof describeApi>;
type Operation = Document['paths'][string][string];

/** The OpenAPI document at `/api/openapi.json`, and as an HTML page at `/api/docs`. */
export function serveOpenApi(app: FastifyInstance, served: readonly Endpoint[], publicUrl: string): void {
  const json = () => JSON.stringify(describeApi(served, publicUrl));
  app.get('/api/openapi.json', fixedAnswer('application/json; charset=utf-8', json));
  const page = () => pageOf(describeApi(served, publicUrl)).toString();
  app.get('/api/docs', fixedAnswer('text/html; charset=utf-8', page));
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
