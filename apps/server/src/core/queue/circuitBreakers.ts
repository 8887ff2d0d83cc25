import { setTimeout as wait } from 'node:timers/promises';
import type { Notifier } from '../runtime/notifier.ts';
import { granted } from './backoff.ts';

/** Seconds that a breaker stays open, unless the destination asks for more; the last value repeats. */
const pauses = [1, 5, 15, 30, 60, 120];
/** Seconds that a breaker stays open after many deferrals in a row. */
const strainPause = 10;
const strainLimit = 50;

interface Circuit {
  /** `trial` (half-open): a single job tests whether the destination is available again. */
  state: 'closed' | 'open' | 'trial';
  failures: number;
  deferrals: number;
  readonly reset: AbortController;
  unlisten(): void;
}

/** The topic that is notified when a destination's settings change; this resets the breaker. */
export function resetTopic(destination: string): string {
  return `reset ${destination}`;
}

/** Tests, without a job, whether a destination is available. */
export type Probe = () => Promise<boolean>;

/**
 * A circuit breaker for each destination. While the breaker is open, no job goes to this destination or
 * counts as tried, and jobs for other destinations go on; the breaker closes when its probe or, without a
 * probe, a single job succeeds. `onChange`: a destination takes jobs again. `secondMs`: milliseconds in a
 * second of a pause, fewer in tests.
 */
export function openCircuitBreakers(
  notifier: Notifier,
  stop: AbortSignal,
  onChange: () => void,
  secondMs: number,
) {
  /** Destinations with recent failures. */
  const circuits = new Map<string, Circuit>();

  function circuitOf(destination: string): Circuit {
    const known = circuits.get(destination);
    if (known) return known;
    const reset = new AbortController();
    const unlisten = notifier.listen(resetTopic(destination), () => {
      forget(destination);
      reset.abort();
      onChange();
    });
    const circuit: Circuit = { state: 'closed', failures: 0, deferrals: 0, reset, unlisten };
    circuits.set(destination, circuit);
    return circuit;
  }

  function forget(destination: string): void {
    circuits.get(destination)?.unlisten();
    circuits.delete(destination);
  }

  async function open(circuit: Circuit, nextPause: () => number, probe: Probe | null): Promise<void> {
    circuit.state = 'open';
    const signal = AbortSignal.any([stop, circuit.reset.signal]);
    do {
      await wait(nextPause() * secondMs, undefined, { signal }).catch(() => undefined);
    } while (!signal.aborted && probe && !(await probe()));
    if (circuit.reset.signal.aborted) return;
    circuit.state = probe ? 'closed' : 'trial';
    onChange();
  }

  return {
    shutOff: () => [...circuits.keys()].filter((destination) => circuits.get(destination)?.state === 'open'),

    /** How many calls to a destination may run at once; `usual` while the breaker is closed. */
    limit(destination: string, usual: number): number {
      return { closed: usual, trial: 1, open: 0 }[circuits.get(destination)?.state ?? 'closed'];
    },

    /** A job was answered (`isAnswer`). An open breaker still waits for the end of its pause. */
    noteAnswer(destination: string): void {
      const circuit = circuits.get(destination);
      if (!circuit) return;
      if (circuit.state === 'open') Object.assign(circuit, { failures: 0, deferrals: 0 });
      else forget(destination);
      if (circuit.state === 'trial') onChange();
    },

    /** A job was deferred; returns whether this has opened the breaker. */
    noteDeferral(destination: string): boolean {
      const circuit = circuitOf(destination);
      if (++circuit.deferrals < strainLimit) return false;
      circuit.deferrals = 0;
      if (circuit.state !== 'open') void open(circuit, () => strainPause, null);
      return true;
    },

    /** `asked`: the destination's Retry-After in seconds, or null. */
    noteUnavailable(destination: string, asked: number | null, probe: Probe | null): void {
      const circuit = circuitOf(destination);
      if (circuit.state === 'open') return;
      const ownPause = () => pauses[Math.min(circuit.failures++, pauses.length - 1)] as number;
      void open(circuit, asked === null ? ownPause : () => granted(asked), probe);
    },
  };
}

export type CircuitBreakers = ReturnType<typeof openCircuitBreakers>;
