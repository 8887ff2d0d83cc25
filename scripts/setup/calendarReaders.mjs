import { spawnSync } from 'node:child_process';

/** The programs that read our calendars in tests, where all are installed. */
export function findCalendarReaders() {
  const isThere = [
    ['khal', '--version'],
    ['/usr/bin/python3', '-c', 'import icalendar'],
  ].every(([program = '', ...args]) => spawnSync(program, args).status === 0);
  return isThere ? 'khal' : null;
}
