import '../ui/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { locales } from '../platform/i18n/locales.ts';
import { useLanguage } from '../platform/i18n/useT.ts';
import { useLostSession, useSession } from '../platform/session/sessionStore.ts';
import { createQueryClient } from './queryClient.ts';
import { createPortalRouter } from './router.tsx';

/** Everything that lies behind sign-in. */
export function App() {
  const person = useSession((session) => session.decodedToken?.sub);
  const impersonated = useSession((session) => session.impersonationToken);
  const lost = useLostSession();
  // Anew for each person: what one has loaded is not shown to the next.
  return <Portal key={impersonated ?? person ?? lost?.sub ?? 'nobody'} />;
}

function Portal() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createPortalRouter);
  // Dialogs, menus and calendars bear names of their own for screen readers: in the page's language, not the browser's.
  return (
    <I18nProvider locale={locales[useLanguage()].tag}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
