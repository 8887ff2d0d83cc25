import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { formatSearch, parseSearch } from '../core/address/useAddress.ts';
import { useT } from '../core/i18n/useT.ts';
import { passToastRoom } from '../ui/focus/useToastRoom.ts';
import { Page } from '../ui/layout/PageHeader.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import { CrashedPage } from './fallbacks/FailurePages.tsx';
import { UnknownPath } from './fallbacks/Redirects.tsx';
import { routeComponent } from './RoutePage.tsx';
import { routes } from './routes.ts';

let browserHistory: RouterHistory | undefined;

/** Creates a router on the browser's history, or on the given history in tests. */
export function createPortalRouter(history: RouterHistory = sharedBrowserHistory()) {
  const root = createRootRoute();
  const children = routes.map((route) =>
    createRoute({ getParentRoute: () => root, path: route.path, component: routeComponent(route) }),
  );
  const router = createRouter({
    routeTree: root.addChildren(children),
    history,
    parseSearch,
    stringifySearch: formatSearch,
    defaultPendingComponent: PageWait,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: UnknownPath,
    defaultErrorComponent: CrashedPage,
  });
  router.subscribe('onRendered', passToastRoom);
  return router;
}

/** All routers of the page share this history, since each new one would wrap the browser's again. */
function sharedBrowserHistory(): RouterHistory {
  browserHistory ??= openBrowserHistory();
  return browserHistory;
}

/** Keeps the state of the first history entry, which the router overwrites. */
function openBrowserHistory(): RouterHistory {
  const remembered = history.state;
  const opened = createBrowserHistory();
  history.replaceState({ ...remembered, ...history.state }, '');
  return opened;
}

/** Shown while the script of a page loads. */
function PageWait() {
  const t = useT();
  return (
    <Page>
      <Skeleton lines={6} label={t('Loading')} />
    </Page>
  );
}
