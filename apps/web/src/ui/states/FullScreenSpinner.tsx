import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '../icons/Spinner.tsx';

// S9.10: fades out in 200 ms, and fades in within 300 ms (duration-300 below).
const fadeOutMs = 200;

/** Covers the whole page while it waits. `label` is read aloud. */
export function FullScreenSpinner({ open, label }: { open: boolean; label: string }) {
  const [isMounted, setMounted] = useState(open);
  if (open && !isMounted) setMounted(true);

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setMounted(false), fadeOutMs);
    return () => clearTimeout(timer);
  }, [open]);

  if (!isMounted) return null;
  return createPortal(
    <div
      role="status"
      className={`fixed inset-0 z-[99999] grid place-items-center bg-paper/80 text-accent-ink transition-opacity starting:opacity-0 ${open ? 'opacity-100 duration-300' : 'pointer-events-none opacity-0 duration-200'}`}
    >
      <Spinner size={44} />
      <span className="sr-only">{label}</span>
    </div>,
    document.body,
  );
}
