import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setForgeryCookies } from './antiforgery.ts';
import { AppError } from './errors.ts';
import type { House } from './house.ts';
import { escapeHtml } from './html.ts';

export const webDist = join(import.meta.dirname, '../../../web/dist');

/** Serves the built pages: files as they are, and one page for every address that a person can type. */
export function serveWebFiles(app: FastifyInstance, house: House, dist: string): void {
  const page = pageOf(house, dist);
  app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    wildcard: false,
    // Names under /assets/ carry a hash of their content, but for the translations.
    setHeaders: (reply, path) => {
      const isHashed = /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(path);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) throw new AppError('path.notFound');
    return sendPage(request, reply, house, page);
  });
  app.get('/', (request, reply) => sendPage(request, reply, house, page));
}

/** The page, told whose it is and whose day it goes by; a start without the built pages says what to run. */
function pageOf(house: House, dist: string): string {
  const path = join(dist, 'index.html');
  if (!existsSync(path)) return '<!doctype html><title>Guichet</title><p>npm start';
  const { universityName, timeZone } = house.config;
  const facts = {
    'university-fr': universityName.fr,
    'university-en': universityName.en,
    'time-zone': timeZone,
  };
  return Object.entries(facts).reduce(
    (page, [name, value]) =>
      page.replace(
        `<meta name="${name}" content="">`,
        () => `<meta name="${name}" content="${escapeHtml(value)}">`,
      ),
    readFileSync(path, 'utf8'),
  );
}

function isPageRequest(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0]?.toLowerCase() ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|assets|learning)(\/|$)/.test(path) &&
    !/\.\w{2,5}$/.test(path)
  );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, house: House, page: string): FastifyReply {
  setForgeryCookies(request, reply, house.config, house.keys, house.clock);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}
