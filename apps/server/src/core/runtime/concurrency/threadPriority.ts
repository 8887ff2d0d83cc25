import { getPriority, setPriority } from 'node:os';

/** Nice value added to threads whose work can wait: under contention they then get about a quarter of a core. */
const stepsBack = 5;

/**
 * Lowers the priority of threads below the event loop's. Linux only, where each thread has its own priority.
 * @param ids of the operating system; 0 is the calling thread
 */
export function lowerPriority(ids: readonly number[]): void {
  if (process.platform !== 'linux') return;
  const priority = getPriority() + stepsBack;
  try {
    for (const id of ids) setPriority(id, priority);
  } catch {
    // Not permitted, or the thread has ended.
  }
}
