import { type ParsedLocation, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Search } from '../core/address/useAddress.ts';
import { removeUndoToasts } from '../ui/toasts/toastStore.ts';
import { AppFrame } from './AppFrame.tsx';
import { createPortalRouter } from './router.tsx';

/** The pages behind sign-in. */
export function App() {
  return (
    <AppFrame>
      <Portal />
    </AppFrame>
  );
}

function Portal() {
  const [router] = useState(createPortalRouter);
  // An undo belongs to the list where it was offered; on another page or tab its text would mislead.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
        if (fromLocation && pageOf(fromLocation) !== pageOf(toLocation)) removeUndoToasts();
      }),
    [router],
  );
  return <RouterProvider router={router} />;
}

function pageOf({ pathname, search }: ParsedLocation): string {
  return `${pathname}?${(search as Search).tab ?? ''}`;
}
