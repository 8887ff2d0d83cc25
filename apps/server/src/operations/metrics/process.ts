import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { AppContext } from '../../core/context/appContext.ts';
import { signInsWaiting } from '../../identity/sessions/sessions.service.ts';
import { findUserIndex } from '../../identity/users/users.service.ts';
import { gauge, type Metric } from './exposition.ts';

export function watchProcess(context: AppContext): () => Metric[] {
  const { database, hashing } = context;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { open, idle, waiting } = database.connections();
    const slowest = delay.max / 1e9;
    const usual = delay.percentile(50) / 1e9;
    delay.reset();
    return [
      gauge('guichet_event_loop_delay_seconds', 'Longest delay since the last scrape.', slowest),
      gauge('guichet_event_loop_delay_median_seconds', 'Median delay since the last scrape.', usual || 0),
      gauge('guichet_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('guichet_heap_bytes', 'Memory used by JavaScript.', heapUsed),
      gauge('guichet_database_connections_used', 'Connections in use.', open - idle),
      gauge('guichet_database_connections_idle', 'Idle connections.', idle),
      gauge('guichet_database_waiting', 'Calls waiting for a connection.', waiting),
      gauge(
        'guichet_people_index_ready',
        'Whether searches are answered from memory: 0 with few people, and while the index is built.',
        Number(findUserIndex(database) !== null),
      ),
      gauge(
        'guichet_hashing_waiting',
        'Passwords waiting to be hashed, and sign-ins waiting in the queue.',
        hashing.waiting() + signInsWaiting(context),
      ),
    ];
  };
}
