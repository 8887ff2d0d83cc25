import { parentPort } from 'node:worker_threads';
import { checkSync } from 'recheck';

// Its other forms are programs of their own, in Java or for one system.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/**
 * The time of single steps is bound by their counts alone: a busy machine must not find other faults. A pattern that takes
 * longer altogether counts as unknown.
 */
const parameters = {
  timeout: 120_000,
  randomSeed: 1,
  attackTimeout: 60_000,
  incubationTimeout: 60_000,
  seedingTimeout: 60_000,
};

parentPort?.on('message', ({ source, flags }: { readonly source: string; readonly flags: string }) => {
  const found = checkSync(source, flags, parameters);
  const complexity = found.status === 'unknown' ? `unknown: ${found.error.kind}` : found.complexity.summary;
  parentPort?.postMessage(found.status === 'safe' ? 'linear' : complexity);
});
