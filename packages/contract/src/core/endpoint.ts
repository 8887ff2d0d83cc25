import type * as z from 'zod/mini';
import type { Level } from './access.ts';
import type { WindowPurpose } from './oneTimeTokens.ts';

/**
 * What a call demands before its handler runs. `serve` turns it into a grant.
 * - `public`: nobody needs to be signed in; the visible exception.
 * - `signedIn`: any live session.
 * - `{ level }`: that level on the system named by `params.systemId` (or `body.systemId`, for the two calls
 *   whose path names none).
 * - `{ level, of: 'anySystem' }`: that level on at least one system; the grant says on which.
 */
export type Access = 'public' | 'signedIn' | { readonly level: Level; readonly of?: 'anySystem' };

export type Schema = z.core.$ZodType;

export type BodySpec =
  | { readonly kind: 'json' | 'form'; readonly schema: Schema }
  | { readonly kind: 'multipart'; readonly schema: Schema; readonly file: FileSpec };

/** One file part named `file`. `maxBytes` is enforced while the upload streams in. */
export interface FileSpec {
  readonly required: boolean;
  readonly maxBytes: number;
}

export type ReplySpec =
  | { readonly kind: 'json'; readonly schema: Schema; readonly answer?: AnswerOf }
  | { readonly kind: 'text' | 'html' | 'file' | 'image' }
  | { readonly kind: 'events'; readonly schema: Schema };

/** Status and headers of an outcome that is not a plain 200, derived from the reply itself. */
export type AnswerOf = (reply: never) => { status: number; headers?: Record<string, string> };

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Takes the ticket of `POST /api/auth/ticket` too, where no bearer header comes: the path of a window. */
  readonly oneTimeToken?: WindowPurpose;
  /** Passwords, roles, accounts: refused to a super admin who acts as somebody else (readings §2). */
  readonly notWhileImpersonating?: true;
  /** Changes something although it is a GET, as the specification wants it: no page of another site may send it. */
  readonly isStateChanging?: true;
  /** Open to a person who has yet to replace a password that has stood in a mail; everything else is shut. */
  readonly whilePasswordIsDue?: true;
  /** Open to a person who has yet to set up the second factor that a role demands; everything else is shut. */
  readonly whileFactorIsDue?: true;
  /** Who calls it, where no screen does. `scripts/checks/screens.test.ts` names endpoints that have neither. */
  readonly machineOnly?: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: BodySpec;
  /** The most bytes of a body, or of everything beside the file in one that brings a file; 16 kB where it is not said. */
  readonly bodyBytes?: number;
  readonly reply: ReplySpec;
}

const usualBodyBytes = 16 * 1024;

/** The most bytes that the body of a request may have, its file included. */
export function bodyLimitOf({ body, bodyBytes = usualBodyBytes }: Endpoint): number {
  return bodyBytes + (body?.kind === 'multipart' ? body.file.maxBytes : 0);
}

/** States an endpoint once, with its types kept for `serve` and `call`. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

export function json<S extends Schema>(schema: S) {
  return { kind: 'json', schema } as const;
}

/** A JSON reply whose status depends on the outcome that it carries. */
export function outcome<S extends Schema>(
  schema: S,
  answer: (reply: z.output<S>) => { status: number; headers?: Record<string, string> },
) {
  return { kind: 'json', schema, answer: answer as AnswerOf } as const;
}

/**
 * `application/x-www-form-urlencoded` or `multipart/form-data`; every field arrives as text (or a list of texts when repeated).
 * @public
 */
export function form<S extends Schema>(schema: S) {
  return { kind: 'form', schema } as const;
}

export function multipart<S extends Schema, const F extends FileSpec>(schema: S, file: F) {
  return { kind: 'multipart', schema, file } as const;
}

/** Server-sent events, each `data:` line one JSON value of the schema. */
export function events<S extends Schema>(schema: S) {
  return { kind: 'events', schema } as const;
}

export const text = { kind: 'text' } as const;
/** A small page of the server's own. @public */
export const html = { kind: 'html' } as const;
export const file = { kind: 'file' } as const;
/** A picture that a page shows, unlike a file that it hands over. */
export const image = { kind: 'image' } as const;

type SchemaOf<T> = T extends Schema ? T : never;
type OutputOr<T, Else> = [T] extends [never] ? Else : z.output<SchemaOf<T>>;
type Field<E, K extends string> = E extends { readonly [P in K]: infer V } ? V : never;

export type ParamsOf<E> = OutputOr<Field<E, 'params'>, undefined>;
export type QueryOf<E> = OutputOr<Field<E, 'query'>, undefined>;
export type BodyOf<E> = Field<E, 'body'> extends { schema: infer S } ? OutputOr<S, undefined> : undefined;
export type ReplyOf<E> = Field<E, 'reply'> extends { schema: infer S } ? OutputOr<S, undefined> : string;
