import { computeBodyLimit, type Endpoint, type Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import type { Request } from '../rights/requests.ts';
import { heavyFiles } from './heavyFiles.ts';
import { heaviest, heavyParts, type Node } from './heavyValues.ts';
import { type Loaded, load } from './load.ts';

/** A request, and what makes it heavy. */
export interface HeavyRequest {
  readonly what: string;
  readonly loaded: Loaded;
  /** The request before it that is as heavy in this part, and in others: where that was taken, this one costs no more. */
  readonly within?: string;
}

const places = ['params', 'query', 'body'] as const;

/** The heaviest requests that the schemas of an endpoint allow: each field at its fullest, and all of them together. */
export function* heavyRequests(name: string, endpoint: Endpoint, valid: Request): Generator<HeavyRequest> {
  yield { what: 'as usual', loaded: load(endpoint, valid, shotOf(name)) };
  if (endpoint.body?.kind === 'multipart')
    for (const [whichFile, file] of Object.entries(heavyFiles())) {
      const loaded = load(endpoint, { ...valid, file }, shotOf(name));
      yield { what: `a file of ${whichFile}`, loaded };
    }
  for (const place of places) {
    const schema = place === 'body' ? endpoint.body?.schema : endpoint[place];
    if (!schema) continue;
    const { properties = {} } = schemaOf(schema);
    for (const [whichPart, part] of Object.entries(heavyParts)) {
      const fields = Object.keys(properties).filter(
        (field) => heaviest(properties[field] ?? {}, part) !== undefined,
      );
      const told = (some: readonly string[]) => `${some.join(', ')} of ${whichPart}`;
      const all = fields.length > 0 && fitting(name, endpoint, valid, place, properties, fields, part);
      if (all) yield { what: told(fields), loaded: all.loaded };
      for (const field of fields.length > 1 ? fields : []) {
        const alone = fitting(name, endpoint, valid, place, properties, [field], part);
        if (!alone) continue;
        const within = all && all.share === alone.share ? { within: told(fields) } : {};
        yield { what: told([field]), loaded: alone.loaded, ...within };
      }
    }
  }
}

/** As long as the body may be. */
function fitting(
  name: string,
  endpoint: Endpoint,
  valid: Request,
  place: (typeof places)[number],
  properties: Readonly<Record<string, Node>>,
  fields: readonly string[],
  part: string,
): { readonly loaded: Loaded; readonly share: number } | null {
  for (const share of [1, 0.5, 0.2, 0.1, 0.03, 0.01]) {
    const heavy = Object.fromEntries(
      fields.map((field) => [field, heaviest(properties[field] ?? {}, part, share)]),
    );
    const request = { ...valid, [place]: { ...valid[place], ...heavy } };
    const loaded = load(endpoint, request, shotOf(name));
    const bytes = loaded.payload?.length ?? 0;
    if (bytes <= computeBodyLimit(endpoint) && loaded.url.length < 12_000) return { loaded, share };
  }
  return null;
}

function schemaOf(schema: Schema): Node {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
}

function shotOf(name: string) {
  return { name, as: 'superAdmin', whose: 'ours', wrongs: [], headers: {} } as const;
}
