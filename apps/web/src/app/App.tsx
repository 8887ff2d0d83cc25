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

/** The pages behind sign-in. */
export function App() {
  const person = useSession((session) => session.decodedToken?.sub);
  const impersonated = useSession((session) => session.impersonationToken);
  const lost = useLostSession();
  // Recreated for each person, so that the next one never sees cached data.
  return <Portal key={impersonated ?? person ?? lost?.sub ?? 'nobody'} />;
}

function Portal() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createPortalRouter);
  // Accessible names inside react-aria components follow the page's language, not the browser's.
  return (
    <I18nProvider locale={locales[useLanguage()].tag}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
