import { createRoot } from 'react-dom/client';
import { BootFailure } from './entry/BootFailure.tsx';
import { Root } from './entry/Root.tsx';
import { settleAddress } from './entry/settleAddress.ts';
import { setLanguage, storedLanguage } from './platform/i18n/languageStore.ts';
import { followLinksInPage } from './platform/linkClicks.ts';
import { watchAddress } from './platform/location.ts';
import { hideLinkSecrets } from './platform/secretsInAddress.ts';
import { shareSessionAcrossTabs } from './platform/session/shareAcrossTabs.ts';
import { applyTheme } from './platform/theme.ts';

// First of all: what follows makes requests.
hideLinkSecrets();
applyTheme();
watchAddress();
followLinksInPage();
shareSessionAcrossTabs();

const root = createRoot(document.getElementById('root') as HTMLElement);

setLanguage(settleAddress() ?? storedLanguage()).then(
  () => root.render(<Root />),
  () => root.render(<BootFailure />),
);
