/** The result of one check of the doctor. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly line: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const symbols = { ok: '[ok]  ', warn: '[warn]', fail: '[fail]' } as const;

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
