import type { Endpoint } from '@guichet/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiOf } from './openapi.ts';

/** The OpenAPI document at `/api/openapi.json`, and the same as a page at `/api/docs`. */
export function serveOpenApi(app: FastifyInstance, served: readonly Endpoint[], publicUrl: string): void {
  app.get('/api/openapi.json', () => openApiOf(served, publicUrl));
}
