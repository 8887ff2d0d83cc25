import '../ui/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ParsedLocation, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Search } from '../platform/address/search.ts';
import { locales } from '../platform/i18n/locales.ts';
import { useLanguage, useT } from '../platform/i18n/useT.ts';
import { useLostSession, useSession } from '../platform/session/sessionStore.ts';
import { keepFocus } from '../ui/focus/keepFocus.ts';
import { RowKeysHint } from '../ui/tables/Table.tsx';
import { removeUndoToasts } from '../ui/toasts/toastStore.ts';
import { PaletteHost } from './PaletteHost.tsx';
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
  const t = useT();
  const language = useLanguage();
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createPortalRouter);
  useEffect(keepFocus, []);
  // An undo belongs to the list it was offered on: on another page or tab its words would be about something else.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
        if (fromLocation && pageOf(fromLocation) !== pageOf(toLocation)) removeUndoToasts();
      }),
    [router],
  );
  // Accessible names inside react-aria components follow the page's language, not the browser's.
  return (
    <I18nProvider locale={locales[language].tag}>
      <QueryClientProvider client={queryClient}>
        <RowKeysHint value={t('List.RowKeys')}>
          <RouterProvider router={router} />
          <PaletteHost key={language} />
        </RowKeysHint>
      </QueryClientProvider>
    </I18nProvider>
  );
}

function pageOf({ pathname, search }: ParsedLocation): string {
  return `${pathname}?${(search as Search).tab ?? ''}`;
}
