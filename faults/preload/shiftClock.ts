/** Loaded into the server before its own code: its clock is ahead by the milliseconds in the file FAULTS_CLOCK_FILE. */
import { readFileSync } from 'node:fs';

const file = process.env.FAULTS_CLOCK_FILE;
const ahead = file ? Number(readFileSync(file, 'utf8')) : 0;
const RealDate = Date;

if (ahead !== 0) {
  globalThis.Date = class extends RealDate {
    constructor(...parts: [] | [value: number | string | Date]) {
      super(parts.length === 0 ? RealDate.now() + ahead : parts[0]);
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  } as DateConstructor;
}
