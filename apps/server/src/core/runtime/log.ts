import { AsyncLocalStorage } from 'node:async_hooks';
import { type LogFn, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Structured log on standard output. Callers pass fields, never query strings, bodies, headers or tokens. */
export type Log = ReturnType<typeof openLog>;

/** The id of the request that is being served: each line that is written meanwhile bears it. */
const served = new AsyncLocalStorage<string>();

export function whileServing(requestId: string, work: () => void): void {
  served.run(requestId, work);
}

/** A line written by `work` is about no single request: it has one line a minute for each cause. */
export function besideRequests(work: () => void): void {
  served.exit(work);
}

export function openLog(
  config: Pick<Config, 'logLevel'>,
  output: { write(line: string): void } = standardOutput(),
) {
  const mixin = () => {
    const requestId = served.getStore();
    return requestId === undefined ? {} : { requestId };
  };
  const hooks = { logMethod: leaveOutRepeats() };
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino({ ...options, mixin, hooks }, output);
}

/** The number of the level in pino. */
const warnLevel = 40;
const repeatMilliseconds = 60_000;

/** Numbers, ids and places differ from one line about a full disk to the next; these fields tell causes apart. */
const tellingFields = ['destination', 'requestId'];

/**
 * Writes a warning or an error of no request once a minute for each cause, and after the minute, where there were more,
 * the line again with their number as `leftOut`.
 */
function leaveOutRepeats() {
  const leftOut = new Map<string, number>();
  return function write(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    if (level < warnLevel || served.getStore() !== undefined) {
      method.apply(this, args);
      return;
    }
    const cause = JSON.stringify(args, (name, value) => {
      // Fields of an error do not tell it from another, and may lead round in a circle.
      const text = value instanceof Error ? String(value) : value;
      return typeof text === 'string' && !tellingFields.includes(name) ? withoutNumbers(text) : text;
    });
    const known = leftOut.get(cause);
    const open = (given: Parameters<LogFn>) => {
      method.apply(this, given);
      leftOut.set(cause, 0);
      setTimeout(close, repeatMilliseconds).unref();
    };
    const close = () => {
      const count = leftOut.get(cause);
      leftOut.delete(cause);
      const fields = typeof args[0] === 'object' ? args[0] : { msg: args[0] };
      if (count) open([{ ...fields, leftOut: count }, ...args.slice(1)] as Parameters<LogFn>);
    };
    if (known === undefined) open(args);
    else leftOut.set(cause, known + 1);
  };
}

/** Buffers the lines of one turn of the event loop and writes them at its end. */
function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true });
  let said = '';
  const flush = () => {
    const lines = said;
    said = '';
    if (lines !== '') output.write(lines);
  };
  process.once('exit', flush);
  return {
    write(line: string): void {
      if (said === '') setImmediate(flush);
      said += line;
    },
  };
}

/** The text with a sign in place of each word that holds a digit, as a number, an id or an address does. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\w+/g, (word) => (/\d/.test(word) ? '#' : word));
}
