/**
 * Loaded into the server before its own code: kills it at the n-th sync of a database file, counted from the moment at
 * which `before 5` or `after 5` is written into the file FAULTS_KILL_FILE.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const orders = process.env.FAULTS_KILL_FILE;
const { fsyncSync, fdatasyncSync, readFileSync } = fs;
let order = '';
let syncs = 0;

function killAt(moment: 'before' | 'after'): void {
  const [when, at] = order.split(' ');
  if (when !== moment || syncs !== Number(at)) return;
  process.kill(process.pid, 'SIGKILL');
  // Blocks until the kill.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function watched(sync: (descriptor: number) => void) {
  return (descriptor: number) => {
    const read = readFileSync(orders as string, 'utf8');
    if (read !== order) syncs = 0;
    order = read;
    syncs += 1;
    killAt('before');
    sync(descriptor);
    killAt('after');
  };
}

if (!isMainThread && orders) {
  Object.assign(fs, { fsyncSync: watched(fsyncSync), fdatasyncSync: watched(fdatasyncSync) });
  syncBuiltinESMExports();
}
