import { getPriority, setPriority } from 'node:os';

/** The nice value added to threads whose work can wait: under load they get about a quarter of a core. */
const stepsBack = 5;

/**
 * Lowers the priority of threads below the event loop's. Linux only, where each thread has its own priority.
 * @param ids the operating system's ids of the threads; 0: the calling thread
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
