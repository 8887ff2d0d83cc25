import { setTimeout as wait } from 'node:timers/promises';
import { granted } from './backoff.ts';

/** Seconds that a destination is left alone while it is unavailable, unless it asks for more; the last is repeated. */
const pauses = [1, 5, 15, 30, 60, 120];
/** And when it puts job after job off. */
const strainPause = 10;
const strainLimit = 50;

interface Circuit {
  /** `trial`: one job finds out whether the destination is available again. */
  state: 'closed' | 'open' | 'trial';
  failures: number;
  deferrals: number;
}

/** Finds out, without a job, whether a destination is available. */
export type Probe = () => Promise<boolean>;

/**
 * A circuit breaker for each destination. One that is unavailable costs no job a try, and stops no job for another: it is
 * shut off for growing pauses, until its probe gets through or, without a probe, a single job does. `onChange`: it takes
 * jobs again. `secondMs`: how long a second lasts; tests have less time.
 */
export function openCircuitBreakers(stop: AbortSignal, onChange: () => void, secondMs: number) {
  /** Those that are not known to be well. */
  const circuits = new Map<string, Circuit>();

  function circuitOf(destination: string): Circuit {
    const circuit = circuits.get(destination) ?? { state: 'closed', failures: 0, deferrals: 0 };
    circuits.set(destination, circuit);
    return circuit;
  }

  async function open(circuit: Circuit, nextPause: () => number, probe: Probe | null): Promise<void> {
    circuit.state = 'open';
    do {
      await wait(nextPause() * secondMs, undefined, { signal: stop }).catch(() => undefined);
    } while (!stop.aborted && probe && !(await probe()));
    circuit.state = probe ? 'closed' : 'trial';
    onChange();
  }

  return {
    shutOff: () => [...circuits.keys()].filter((destination) => circuits.get(destination)?.state === 'open'),

    /** How many calls may be under way to a destination, of `usual` ones. */
    limit(destination: string, usual: number): number {
      return { closed: usual, trial: 1, open: 0 }[circuits.get(destination)?.state ?? 'closed'];
    },

    /** A job was done, or refused for its own sake: the destination is well. A pause that has begun ends as planned. */
    noteAnswer(destination: string): void {
      const circuit = circuits.get(destination);
      if (!circuit) return;
      if (circuit.state === 'open') Object.assign(circuit, { failures: 0, deferrals: 0 });
      else circuits.delete(destination);
      if (circuit.state === 'trial') onChange();
    },

    /** A job was put off. Answers whether so many were that the destination is left alone for a while. */
    noteDeferral(destination: string): boolean {
      const circuit = circuitOf(destination);
      if (++circuit.deferrals < strainLimit) return false;
      circuit.deferrals = 0;
      if (circuit.state !== 'open') void open(circuit, () => strainPause, null);
      return true;
    },

    /** `asked`: the seconds that the destination asked for, or null. */
    noteUnavailable(destination: string, asked: number | null, probe: Probe | null): void {
      const circuit = circuitOf(destination);
      if (circuit.state === 'open') return;
      const ownPause = () => pauses[Math.min(circuit.failures++, pauses.length - 1)] as number;
      void open(circuit, asked === null ? ownPause : () => granted(asked), probe);
    },
  };
}

export type CircuitBreakers = ReturnType<typeof openCircuitBreakers>;
