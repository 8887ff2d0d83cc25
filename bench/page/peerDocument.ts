import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/place.mjs';
import { figure } from './figures.ts';
import type { Machine } from './machine.ts';

/** A job of both: answers per second, or milliseconds, kilobytes, megabytes. */
export interface Job {
  readonly job: string;
  readonly unit: string;
  readonly portal: number;
  readonly peer: number;
}

interface Run {
  readonly jobs: readonly Job[];
  readonly machine: Machine;
  readonly peerVersion: string;
  /** Of the peer's sign-in page, as it sends it. */
  readonly sentKilobytes: number;
}

/** How many times better the portal is; under 1 the peer is. */
export function ratioOf({ unit, portal, peer }: Job): number {
  return unit === '/s' ? portal / peer : peer / portal;
}

/** Writes the page of the portal beside a peer, among the documents. */
export function writePeerDocument(run: Run): void {
  writeFileSync(join(root, 'docs', 'peer.md'), documentOf(run));
}

function documentOf({ jobs, machine, peerVersion, sentKilobytes }: Run): string {
  const better = jobs.filter((job) => ratioOf(job) < 1).map(({ job }) => job);
  return [
    '# The portal beside a peer',
    '',
    `Made by \`npm run bench -- peer\` on ${machine.date}; do not edit. [Directus](https://directus.io), from npm, is a general platform`,
    'for tables and their users on the same ground, Node and PostgreSQL. The portal beside what the machine allows:',
    '[performance.md](performance.md).',
    '',
    `- Directus ${peerVersion}, core tier, beside this portal`,
    ...machine.lines.map((line) => `- ${line}`),
    '',
    '| job | portal | peer | ratio |',
    '| --- | ---: | ---: | ---: |',
    ...jobs.map(rowOf),
    '',
    'A ratio above 1: the portal is ahead. Each job was done in turns, and the median of five turns counts; pages and memory once.',
    '',
    '## What is compared',
    '',
    ...comparison(sentKilobytes).map((line) => `- ${line}`),
    `- **Where the peer is ahead**: ${better.join('; ') || 'in none of these jobs'}. And in what is not measured: any table, file, view or`,
    '  flow is added to it without code, where the portal has the tables of exams alone.',
    '',
  ].join('\n');
}

function rowOf(job: Job): string {
  const cells = [job.portal, job.peer].map((value) => `${figure(value)} ${job.unit}`);
  return `| ${[job.job, ...cells, ratioOf(job).toFixed(2)].join(' | ')} |`;
}

/** Also the settings that the peer has to run with. */
function comparison(sentKilobytes: number): readonly string[] {
  return [
    `**The same in both**: one process of Node with its compile cache, ten connections to a PostgreSQL of the same version and settings
  (fsync on), the log at \`info\` to a file, a line of audit for what is written, the same 100,000 people, the same hash of passwords
  (Argon2id), sign-ins of the same thousand.`,
    `**In favour of the peer**: its cache of answers is on, purged with each write (\`CACHE_ENABLED\`, \`CACHE_AUTO_PURGE\`, \`CACHE_STORE=memory\`):
  two of five terms of the search come again at its pace, and the small read always. Its wait at sign-in and its limits are off (\`LOGIN_STALL_TIME=0\`,
  \`PRESSURE_LIMITER_ENABLED=false\`, \`RATE_LIMITER_ENABLED=false\`; without these it refuses this load or waits half a second a sign-in), while
  the portal's are on; it trusts its token, while the portal looks up session and rights at each read. Its database has the locale \`C.UTF-8\`,
  in which its search takes about half the time that it takes in the portal's, ICU's for French.`,
    `**Not the same**: the portal finds « cote » in Côté and searches an index of its own in memory, the peer finds letters as they are
  written, by \`LIKE\` over four columns, to which no index was added by hand. An import checks each row there and puts it into one table; here it makes
  accounts, roles and places of an exam as well. The peer's sign-in page is the first page of all of its screens and is sent uncompressed
  (${figure(sentKilobytes)} kB); it counts as a proxy with brotli would send it.`,
  ];
}
