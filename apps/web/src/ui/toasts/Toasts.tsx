import { useSyncExternalStore } from 'react';
import { ToastCard } from './ToastCard.tsx';
import { listToasts, subscribeToToasts } from './toastStore.ts';

/** The place of all toasts, once per page. Failures interrupt a screen reader, the others wait for a pause. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts);
  const failures = toasts.filter((toast) => toast.tone === 'danger');
  const others = toasts.filter((toast) => toast.tone !== 'danger');

  return (
    <div className="pointer-events-none fixed top-4 right-4 z-[1000] flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
      <div role="alert" className="contents">
        <ol className="contents">
          {failures.map((toast) => (
            <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
          ))}
        </ol>
      </div>
      <div role="status" className="contents">
        <ol className="contents">
          {others.map((toast) => (
            <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
          ))}
        </ol>
      </div>
    </div>
  );
}
