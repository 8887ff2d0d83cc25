import * as z from 'zod/mini';
import type { Level } from './access.ts';
import { formLanguageId } from './language.ts';
import type { WindowPurpose } from './oneTimeTokens.ts';

/**
 * The access that a call requires before its handler runs. `serve` turns the access into a grant.
 * - `public`: no session needed.
 * - `signedIn`: any open session.
 * - `{ level }`: this level on the system of `params.systemId` (or of `body.systemId`, for the two calls
 * without a system in the path).
 * - `{ level, of: 'anySystem' }`: this level on at least one system; the grant lists the systems.
 */
export type Access = 'public' | 'signedIn' | { readonly level: Level; readonly of?: 'anySystem' };

export const superAdmins = { level: 'superAdmin', of: 'anySystem' } as const;
export const anyAdmin = { level: 'admin', of: 'anySystem' } as const;
export const anySupport = { level: 'support', of: 'anySystem' } as const;

export type Schema = z.core.$ZodType;

export type BodySpec =
  | { readonly kind: 'json' | 'form'; readonly schema: Schema }
  | { readonly kind: 'multipart'; readonly schema: Schema; readonly file: FileSpec };

/** One file part named `file`. `maxBytes` is checked during the upload. */
export interface FileSpec {
  readonly required: boolean;
  readonly maxBytes: number;
}

export type ReplySpec =
  | { readonly kind: 'json'; readonly schema: Schema; readonly answer?: AnswerOf }
  | { readonly kind: 'text' | 'html' | 'file' | 'image' | 'calendar' }
  | { readonly kind: 'events'; readonly schema: Schema };

/** Computes status and headers of a reply that is not a plain 200. */
export type AnswerOf = (reply: never) => { status: number; headers?: Record<string, string> };

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Accepts the ticket of `POST /api/auth/ticket` in place of a bearer header, for pages opened in a window. */
  readonly oneTimeToken?: WindowPurpose;
  /** Refused during impersonation, as for passwords, roles and accounts (readings §2). A change by super admins always is. */
  readonly notWhileImpersonating?: true;
  /** A GET that changes something, as the requirements demand: requests from other sites are refused (CSRF). */
  readonly isStateChanging?: true;
  /** Allowed while the person must replace a mailed password; all other endpoints are refused then. */
  readonly whilePasswordIsDue?: true;
  /** Allowed while the person must set up the second factor that a role requires; all other endpoints are refused then. */
  readonly whileFactorIsDue?: true;
  /** The caller of an endpoint that no screen calls. `scripts/checks/screens.test.ts` lists endpoints that have no caller. */
  readonly machineOnly?: string;
  /** By default an id for each parameter of the path, or what `namedParams` has. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: BodySpec;
  /** The largest body, not counting a file, in bytes; default 16 kB. */
  readonly bodyBytes?: number;
  readonly reply: ReplySpec;
}

/** A whole number from `least` up to `digits` digits: text in paths, queries and forms, a number in JSON. */
export function wholeNumber(least: 0 | 1, digits: number) {
  const most = 10 ** digits - 1;
  const positive = `[1-9]\\d{0,${digits - 1}}`;
  const text = new RegExp(least === 0 ? `^(?:0|${positive})$` : `^${positive}$`);
  return z.codec(
    z.union([z.int().check(z.minimum(least), z.maximum(most)), z.string().check(z.regex(text))]),
    z.int(),
    { decode: Number, encode: (value) => value },
  );
}

export const id = wholeNumber(1, 15);

/** A boolean, sent as text in queries and forms. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0', ''])]),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 'true' || wire === 'on' || wire === '1',
    encode: (value) => value,
  },
);

/** A page number or size; the first page is 1. */
export const count = id;

/** A valid calendar day, `yyyy-mm-dd`. */
export const Day = z.iso.date();

/** A time of day, `hh:mm`, or '' where none is set. */
export const hour = z.string().check(
  z.trim(),
  z.refine((text) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text), 'time'),
);

/** The day of an end that is later than the day of the start; for the same day '' in code and absent on the wire. */
export const laterDay = z.codec(
  z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || Day.safeParse(text).success, 'date'),
    ),
  ),
  z.string(),
  { decode: (wire) => wire ?? '', encode: (day) => day || undefined },
);

/** An instant: ISO 8601 in UTC on the wire, `Date` in code. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (value) => value.toISOString(),
});

/** An instant or null in a form field, where the empty text means null. */
export const instantOrNever = z.codec(z.union([z.literal(''), z.iso.datetime()]), z.nullable(z.date()), {
  decode: (wire) => (wire === '' ? null : new Date(wire)),
  encode: (value) => value?.toISOString() ?? '',
});

/** The id of a system, chosen by the university: at most nine digits. */
export const systemId = wholeNumber(1, 9);

const uuid = z.uuid();
/** The parameters of paths that are no plain ids. */
const namedParams = {
  ...{ systemId, languageId: formLanguageId },
  ...{ sessionId: uuid, providerId: uuid, identityId: uuid, match: uuid, clientId: uuid },
};

const usualBodyBytes = 16 * 1024;

/** The largest request body in bytes, including the file. */
export function computeBodyLimit({ body, bodyBytes = usualBodyBytes }: Endpoint): number {
  return bodyBytes + (body?.kind === 'multipart' ? body.file.maxBytes : 0);
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamNamed<Name> = Name extends keyof typeof namedParams ? (typeof namedParams)[Name] : typeof id;
type IdsIn<Path extends string> = {
  readonly params: z.ZodMiniObject<{ [Name in NamesIn<Path>]: ParamNamed<Name> }>;
};
type WithParams<Facts, Path extends string> = Facts extends { readonly params: Schema }
  ? Facts
  : [NamesIn<Path>] extends [never]
    ? Facts
    : Facts & IdsIn<Path>;

/** Declares the endpoint of a route, such as `GET /api/home`, and keeps its types for `serve` and `call`. */
export function endpoint<
  Method extends Endpoint['method'],
  Path extends Endpoint['path'],
  const Facts extends Omit<Endpoint, 'method' | 'path'>,
>(route: `${Method} ${Path}`, facts: Facts) {
  const [method, path] = route.split(' ') as [Method, Path];
  const named: Readonly<Record<string, Schema>> = namedParams;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, named[name] ?? id]);
  const ids = names.length > 0 && { params: z.object(Object.fromEntries(names)) };
  const { access } = facts;
  const isOfSuperAdmins = typeof access === 'object' && access.level === 'superAdmin' && method !== 'GET';
  return {
    method,
    path,
    ...ids,
    ...(isOfSuperAdmins && { notWhileImpersonating: true }),
    ...facts,
  } as WithParams<Facts, Path> & {
    readonly method: Method;
    readonly path: Path;
  };
}

export function json<S extends Schema>(schema: S) {
  return { kind: 'json', schema } as const;
}

/** A JSON reply whose status depends on the outcome in it. */
export function outcome<S extends Schema>(
  schema: S,
  answer: (reply: z.output<S>) => { status: number; headers?: Record<string, string> },
) {
  return { kind: 'json', schema, answer: answer as AnswerOf } as const;
}

/** `application/x-www-form-urlencoded` or `multipart/form-data`: fields arrive as text, repeated ones as a list. @public */
export function form<S extends Schema>(schema: S) {
  return { kind: 'form', schema } as const;
}

export function multipart<S extends Schema, const F extends FileSpec>(schema: S, file: F) {
  return { kind: 'multipart', schema, file } as const;
}

/** Server-sent events; each `data:` line is a JSON value of the schema. */
export function events<S extends Schema>(schema: S) {
  return { kind: 'events', schema } as const;
}

export const text = { kind: 'text' } as const;
/** An HTML page made by the server. @public */
export const html = { kind: 'html' } as const;
export const file = { kind: 'file' } as const;
/** A calendar (RFC 5545) with an ETag, since programs fetch it again and again. */
export const calendar = { kind: 'calendar' } as const;
/** A picture to show inline rather than to download. */
export const image = { kind: 'image' } as const;

type SchemaOf<T> = T extends Schema ? T : never;
type OutputOr<T, Else> = [T] extends [never] ? Else : z.output<SchemaOf<T>>;
type Field<E, K extends string> = E extends { readonly [P in K]: infer V } ? V : never;

export type ParamsOf<E> = OutputOr<Field<E, 'params'>, undefined>;
export type QueryOf<E> = OutputOr<Field<E, 'query'>, undefined>;
export type BodyOf<E> = Field<E, 'body'> extends { schema: infer S } ? OutputOr<S, undefined> : undefined;
export type ReplyOf<E> = Field<E, 'reply'> extends { schema: infer S } ? OutputOr<S, undefined> : string;
