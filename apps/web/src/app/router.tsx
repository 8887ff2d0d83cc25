import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { formatSearch, parseSearch } from '../platform/address/search.ts';
import { CrashedPage } from './fallbacks/CrashedPage.tsx';
import { PageWait } from './fallbacks/PageWait.tsx';
import { UnknownPath } from './fallbacks/UnknownPath.tsx';
import { routeComponent } from './RoutePage.tsx';
import { routes } from './routes.ts';

let browserHistory: RouterHistory | undefined;

/** A router over the browser's address, or over another history in tests. */
export function createPortalRouter(history: RouterHistory = sharedBrowserHistory()) {
  const root = createRootRoute();
  const children = routes.map((route) =>
    createRoute({ getParentRoute: () => root, path: route.path, component: routeComponent(route) }),
  );
  return createRouter({
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
}

/** One for all routers of the page: each new one would wrap the browser's own anew. */
function sharedBrowserHistory(): RouterHistory {
  browserHistory ??= openBrowserHistory();
  return browserHistory;
}

/** The router marks the entry that it begins with, in the place of what the entry remembers. */
function openBrowserHistory(): RouterHistory {
  const remembered = history.state;
  const opened = createBrowserHistory();
  history.replaceState({ ...remembered, ...history.state }, '');
  return opened;
}
