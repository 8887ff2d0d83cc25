import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';

/** The input of a call: exactly the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> &
  FilePart<E> &
  CallOptions;

export interface CallOptions {
  /** The language of the texts in the reply; that of the page by default. */
  language?: Language | undefined;
  signal?: AbortSignal | undefined;
  /** Whether the request goes on when its page is left. */
  keepalive?: boolean | undefined;
  /** Called with the sent fraction of the body, from 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [P in Name]?: Loose<Value> }
    : { [P in Name]: Loose<Value> };

/** An optional field also accepts undefined. */
type Loose<Value> = {
  [P in keyof Value]: Record<never, never> extends Pick<Value, P> ? Value[P] | undefined : Value[P];
};

type FilePart<E> = E extends { body: { kind: 'multipart'; file: { required: infer Required } } }
  ? Required extends true
    ? { file: File }
    : { file?: File | undefined }
  : unknown;

/** The same input with loose types, for the code that builds the request. */
export interface AnyInput extends CallOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File | undefined;
}
