import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '@guichet/contract/core/html';
import { hasEditor } from '@guichet/contract/mail/editorPages';
import type { Broadcast } from '@guichet/contract/systems/broadcast';
import type { FoundOffice } from '@guichet/contract/systems/systems.office';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context/appContext.ts';
import { findUniversityName, type UniversityName } from '../../database/universityName.ts';
import { withDeadline } from '../../runtime/concurrency/deadline.ts';
import { AppError } from '../../runtime/errors.ts';
import { setForgeryCookies } from '../csrf.ts';
import { type ContentPolicies, contentPolicies } from './contentPolicy.ts';
import { type FirstPages, firstPageFor, makeFirstPages, systemOfPage } from './firstPage.ts';
import { readPageHints } from './pageHints.ts';

export const webDist = join(import.meta.dirname, '../../../../../web/dist');

/** How long a page waits for office and broadcast, which its script otherwise asks for itself. */
const timeoutMilliseconds = 500;

/** Facts that the pages tell and that the districts above know. */
interface PageFacts {
  /** The buttons of the sign-in page, as its script reads them. */
  describeButtons(): Promise<string>;
  findOffice(systemId: number | null): Promise<FoundOffice>;
  findBroadcast(): Promise<Broadcast | null>;
}

/** Serves the built files, and the HTML page for every path that can be a page. */
export function serveWebFiles(app: FastifyInstance, context: AppContext, dist: string, told: PageFacts) {
  const drawn = { plain: pagesOf(context, dist, 'plain'), editor: pagesOf(context, dist, 'editor') };
  const hintsFor = readPageHints(dist);
  const none = () => null;
  const inTime = <Fact>(fact: Promise<Fact>) => withDeadline(timeoutMilliseconds, fact.catch(none), none);
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const [name, buttons, office, broadcast] = await Promise.all([
      findUniversityName(context),
      told.describeButtons(),
      inTime(told.findOffice(systemOfPage(request))),
      inTime(told.findBroadcast()),
    ]);
    const hints = hintsFor(request);
    if (hints) reply.header('link', hints);
    return sendPage(request, reply, context, (policy) => drawn[policy]({ name, buttons, office, broadcast }));
  };
  app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    wildcard: false,
    // The built index.html is only a template: it lacks name, CSRF cookie and policy.
    globIgnore: ['index.html*'],
    // Names under /assets/ contain a hash, except translations; the editor's folder contains its version.
    setHeaders: (reply, path) => {
      const isFixed = /\/assets\/(?:[^/]+?\.(?<=-[\w-]{8,}\.)\w+(\.(br|gz))?$|editor-[\d.]+\/)/.test(path);
      reply.header('cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) throw new AppError('path.notFound');
    return send(request, reply);
  });
  app.get('/', send);
  app.get('/index.html', (request, reply) => reply.redirect(`/${queryOf(request)}`, 308));
}

/** The facts that the portal writes into the pages. */
interface Facts {
  readonly name: UniversityName;
  readonly buttons: string;
  readonly office: FoundOffice | null;
  readonly broadcast: Broadcast | null;
}

type PagesWith = (facts: Facts) => FirstPages;

/** Pages of one set of facts each: every system may have an office of its own. */
const mostKept = 100;

/** The pages with name, time zone and content policy; without a build, they tell how to build. */
function pagesOf(context: AppContext, dist: string, policy: keyof ContentPolicies): PagesWith {
  const path = join(dist, 'index.html');
  const built = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const kept = new Map<string, FirstPages>();
  return (facts) => {
    const key = JSON.stringify(facts);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= mostKept) kept.clear();
    const pages = draw(built, context.config.timeZone, policy, facts);
    kept.set(key, pages);
    return pages;
  };
}

function draw(
  built: string | null,
  timeZone: string,
  policy: keyof ContentPolicies,
  { name, buttons, office, broadcast }: Facts,
) {
  const university = { fr: escapeHtml(name.fr), en: escapeHtml(name.en) };
  if (built === null)
    return makeFirstPages('<!doctype html><title>Guichet</title><p>npm start', university, null);
  const facts = {
    'university-fr': university.fr,
    'university-en': university.en,
    'time-zone': escapeHtml(timeZone),
    'content-policy': policy,
    providers: escapeHtml(buttons),
  };
  const html = Object.entries(facts).reduce(
    (page, [fact, value]) =>
      page.replace(`<meta name="${fact}" content="">`, () => `<meta name="${fact}" content="${value}">`),
    built,
  );
  return makeFirstPages(drawBroadcast(html, broadcast), university, office);
}

/** Page paths contain no dot: a path with a dot is a missing file, such as `/.git/config`. */
function isPageRequest(request: FastifyRequest): boolean {
  const path = decoded(pathOf(request)).toLowerCase();
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|assets|learning)(\/|$)/.test(path) &&
    !/\.|%2e/.test(path.replace(upwards, '$1'))
  );
}

/** `.` and `..` segments in page paths: they make an unknown path like any other (S2.1). */
const upwards = /(^|\/)\.{1,2}(?=\/|$)/g;

/** Decodes twice, so that double encoding hides no dot; an undecodable path is returned unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(path));
  } catch {
    return path;
  }
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  drawn: (policy: keyof ContentPolicies) => FirstPages,
): Promise<FastifyReply> {
  setForgeryCookies(request, reply, context.config, context.keys, context.clock);
  const policy = hasEditor(pathOf(request)) ? 'editor' : 'plain';
  const page = drawn(policy)[firstPageFor(request)];
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (takesBrotli) reply.header('content-encoding', 'br');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, cookie')
    .header('content-security-policy', contentPolicies(context.config.publicUrl)[policy])
    .send(takesBrotli ? await page.compressed() : page.text);
}

const place = '<div id="broadcast"></div>';
const opening = '<template id="broadcast-of">';

/** The page with the broadcast in both languages, of which styles show that of the page. The script draws from the same mould. */
function drawBroadcast(html: string, broadcast: Broadcast | null): string {
  const [part = ''] = (html.split(opening)[1] ?? '').split('</template>');
  if (!broadcast || part === '') return html;
  const drawn = (['fr', 'en'] as const)
    .map((language) =>
      part
        .replace('lang=""', `lang="${language}"`)
        .replace('></p>', () => `>${escapeHtml(broadcast[language])}</p>`),
    )
    .join('');
  return html.replace(place, () => `<div id="broadcast">${drawn}</div>`);
}
