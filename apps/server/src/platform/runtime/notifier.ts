import { EventEmitter, once } from 'node:events';

export type Notifier = ReturnType<typeof openNotifier>;

/** Wakes workers of this process when there is work; they also poll. */
export function openNotifier() {
  const subscribers = new Set<{ readonly topic: string; notify(): void }>();
  return {
    notify(topic: string): void {
      for (const subscriber of subscribers) if (subscriber.topic === topic) subscriber.notify();
    },
    notifyAll(): void {
      for (const subscriber of subscribers) subscriber.notify();
    },
    subscribe(topic: string) {
      const emitter = new EventEmitter();
      let isNotified = false;
      const notify = () => {
        isNotified = true;
        emitter.emit('notified');
      };
      const subscriber = { topic, notify };
      subscribers.add(subscriber);
      return {
        /** Resolves on a notification, after `milliseconds`, or when `signal` aborts; at once when one came since the last wait. */
        async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
          const ended = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
          if (!isNotified) await once(emitter, 'notified', { signal: ended }).catch(() => undefined);
          isNotified = false;
        },
        end: () => void subscribers.delete(subscriber),
      };
    },
  };
}
