import {
  type ErrorCode,
  type ErrorParams,
  errors,
  type FieldFault,
  fillParams,
  type Problem,
} from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';

/** The caller cannot go on, for a known reason. The contract holds status and texts (core/errors.ts). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly faults: readonly FieldFault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    more: { params?: ErrorParams; faults?: readonly FieldFault[]; headers?: Record<string, string> } = {},
  ) {
    super(code);
    this.code = code;
    this.params = more.params ?? {};
    this.faults = more.faults ?? [];
    this.headers = more.headers ?? {};
  }
}

/** A field that the schema accepts but the operation does not. */
export function invalidField(path: string, messageKey: string): AppError {
  return new AppError('request.invalid', { faults: [{ path, messageKey }] });
}

/** The problem document of an error (RFC 9457), its detail in the reader's language. */
export function describeProblem(error: AppError, language: Language): Problem {
  const { status, [language]: detail } = errors[error.code];
  return {
    type: 'about:blank',
    status,
    title: error.code,
    detail: fillParams(detail, error.params),
    code: error.code,
    ...(Object.keys(error.params).length > 0 && { params: { ...error.params } }),
    ...(error.faults.length > 0 && { errors: [...error.faults] }),
  };
}
