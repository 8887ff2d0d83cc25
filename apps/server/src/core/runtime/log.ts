import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured log on standard output. Callers pass fields, never query strings, bodies, headers or tokens. */
export type Log = ReturnType<typeof openLog>;

export function openLog(config: Pick<Config, 'logLevel'>) {
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, standardOutput());
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
