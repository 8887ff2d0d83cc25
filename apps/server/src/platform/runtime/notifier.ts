import { EventEmitter, once } from 'node:events';

/** Wakes workers of this process when there is work; they also poll. */
export interface Notifier {
  notify(topic: string): void;
  /** Notifies all topics. */
  notifyAll(): void;
  subscribe(topic: string): Subscription;
}

export interface Subscription {
  /** Resolves on a notification, after `milliseconds`, or when `signal` aborts; at once when one came since the last wait. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

export function openNotifier(): Notifier {
  const subscribers = new Set<{ readonly topic: string; notify(): void }>();
  return {
    notify(topic) {
      for (const subscriber of subscribers) if (subscriber.topic === topic) subscriber.notify();
    },
    notifyAll() {
      for (const subscriber of subscribers) subscriber.notify();
    },
    subscribe(topic) {
      const emitter = new EventEmitter();
      let isNotified = false;
      const notify = () => {
        isNotified = true;
        emitter.emit('notified');
      };
      const subscriber = { topic, notify };
      subscribers.add(subscriber);
      return {
        async wait(milliseconds, signal) {
          const ended = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
          if (!isNotified) await once(emitter, 'notified', { signal: ended }).catch(() => undefined);
          isNotified = false;
        },
        end: () => void subscribers.delete(subscriber),
      };
    },
  };
}
