import { type FieldFault, Problem } from '@guichet/contract/core/errors';
import * as z from 'zod/mini';

interface TypedFault extends FieldFault {
  /** The maximum length of the field, when a check before the call found the text too long. */
  readonly limit?: number;
}

interface Failure {
  /** The HTTP status; 0 without a reply. */
  status: number;
  /** A code of the contract's errors, `network` without a reply, or `unreadable` for one outside them. */
  code: string;
  /** The error text in the user's language; '' for `network` and `unreadable`. */
  detail?: string;
  errors?: readonly TypedFault[];
  params?: Readonly<Record<string, string | number>>;
  /** Seconds to wait before a retry, if the server says so. */
  retryAfter?: number | null;
}

/** Thrown by `call` for every reply but the declared one, and without a reply. */
export class CallFailed extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly TypedFault[];
  readonly params: Readonly<Record<string, string | number>>;
  readonly retryAfter: number | null;

  constructor(failure: Failure) {
    super(`${failure.status} ${failure.code}`);
    this.name = 'CallFailed';
    this.status = failure.status;
    this.code = failure.code;
    this.detail = failure.detail ?? '';
    this.errors = failure.errors ?? [];
    this.params = failure.params ?? {};
    this.retryAfter = failure.retryAfter ?? null;
  }
}

/** Codes of 5xx replies that mean that nothing was saved. */
const nothingSaved = [
  'busy',
  'database.unavailable',
  'database.full',
  'service.starting',
  'service.overloaded',
];

/** Whether the server refused, so that nothing was changed; any other failure may come after the write. */
export function isRefused(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed) || failure.detail === '') return false;
  return (failure.status >= 400 && failure.status < 500) || nothingSaved.includes(failure.code);
}

/** The failure of an error reply: its problem details, or `unreadable` without any. */
export function readFailure(answer: Response, body: unknown): CallFailed {
  const retryAfter = Number(answer.headers.get('retry-after')) || null;
  const problem = z.safeParse(Problem, body).data;
  if (!problem) return new CallFailed({ status: answer.status, code: 'unreadable', retryAfter });
  const { code, detail, errors = [], params = {} } = problem;
  return new CallFailed({ status: answer.status, code, detail, errors, params, retryAfter });
}
