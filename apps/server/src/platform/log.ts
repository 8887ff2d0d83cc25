import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured lines on standard output. No line holds a query, a body, a header or a token: callers pass fields. */
export type Log = ReturnType<typeof openLog>;

export function openLog(config: Pick<Config, 'logLevel'>) {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
