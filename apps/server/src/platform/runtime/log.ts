import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured lines on standard output. No line holds a query, a body, a header or a token: callers pass fields. */
export type Log = ReturnType<typeof openLog>;

export function openLog(config: Pick<Config, 'logLevel'>) {
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, standardOutput());
}

/** What one turn of the event loop says is written at its end, in one go. */
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
