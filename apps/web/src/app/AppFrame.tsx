import '../ui/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { locales } from '../core/i18n/locales.ts';
import { useLanguage, useT } from '../core/i18n/useT.ts';
import { forgetOtherLetters } from '../core/session/keptLetters.ts';
import { getSession, useLostSession, useSession } from '../core/session/sessionStore.ts';
import { useBroadcast } from '../systems/broadcast/showBroadcast.ts';
import { keepFocus } from '../ui/focus/keepFocus.ts';
import { useToastRoom } from '../ui/focus/useToastRoom.ts';
import { RowKeysHint } from '../ui/tables/Table.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { createQueryClient } from './queryClient.ts';

/** The frame of pages for signed-in people: the cache of the person's data, and the command palette. */
export function AppFrame({ children }: { children: ReactNode }) {
  const person = useSession((session) => session.decodedToken?.sub);
  const impersonated = useSession((session) => session.impersonationToken);
  const lost = useLostSession();
  // Recreated for each person, so that no person ever sees another's cached data.
  return <FrameOfPerson key={impersonated ?? person ?? lost?.sub ?? 'nobody'}>{children}</FrameOfPerson>;
}

function FrameOfPerson({ children }: { children: ReactNode }) {
  const t = useT();
  const language = useLanguage();
  const [queryClient] = useState(createQueryClient);
  useEffect(keepFocus, []);
  useToastRoom();
  useBroadcast();
  useEffect(() => forgetOtherLetters(getSession().username), []);
  // Accessible names inside react-aria components follow the page's language, not the browser's.
  return (
    <I18nProvider locale={locales[language].tag}>
      <QueryClientProvider client={queryClient}>
        <RowKeysHint value={t('List.RowKeys')}>
          {children}
          <PaletteHost key={language} />
        </RowKeysHint>
      </QueryClientProvider>
    </I18nProvider>
  );
}
