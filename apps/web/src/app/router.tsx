import { findSystemBySlug } from '@guichet/contract/systems/systems';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  useParams,
} from '@tanstack/react-router';
import { formatSearch, parseSearch } from '../core/address/useAddress.ts';
import { query, useQuery } from '../core/call/query.ts';
import { SystemTexts } from '../core/i18n/SystemTexts.tsx';
import { useT } from '../core/i18n/useT.ts';
import { HelpSlot } from '../core/page/HelpSlot.tsx';
import { SuperAdminSlot } from '../core/page/SuperAdminSlot.tsx';
import { Help } from '../core/parts/help/Help.tsx';
import { SuperAdmins } from '../identity/access/SuperAdmins.tsx';
import { useEntrance } from '../identity/access/useEntrance.ts';
import { hasTopImage, TopImage } from '../identity/publicPages/TopImage.tsx';
import { BannerImage } from '../systems/banners/BannerImage.tsx';
import { passToastRoom } from '../ui/focus/useToastRoom.ts';
import { Page } from '../ui/layout/PageHeader.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import { CrashedPage, UnreachedPage } from './fallbacks/FailurePages.tsx';
import { UnknownPath } from './fallbacks/Redirects.tsx';
import { Guarded } from './Guarded.tsx';
import { type PortalRoute, routes } from './routes.ts';

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

/** The component of a route: finds the system, checks access and shows the page. */
function routeComponent(route: PortalRoute) {
  const { system } = route;
  const RouteComponent =
    system === 'bySlug'
      ? () => <SlugPage route={route} />
      : system === 'byId'
        ? () => <NumberPage route={route} />
        : () => <GuardedPage route={route} systemId={system ?? null} />;
  // The router loads the page's script while it prepares the route.
  return Object.assign(RouteComponent, route.page.preload && { preload: route.page.preload });
}

/** The page of a system that was created after the initial nine, found by slug. */
function SlugPage({ route }: { route: PortalRoute }) {
  const { slug = '' } = useParams({ strict: false });
  const system = useQuery({
    ...query(findSystemBySlug, { params: { slug: slug.toLowerCase() } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (system.data) return <GuardedPage route={route} systemId={system.data.systemId} />;
  if (system.data === null) return <UnknownPath />;
  return <UnreachedPage query={system} />;
}

function NumberPage({ route }: { route: PortalRoute }) {
  const { systemId = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(systemId)) return <UnknownPath />;
  return <GuardedPage route={route} systemId={Number(systemId)} />;
}

function GuardedPage({ route, systemId }: { route: PortalRoute; systemId: number | null }) {
  const t = useT();
  const Page = route.page;
  return (
    <Guarded systemId={systemId} level={route.access}>
      {systemId !== null && hasTopImage(systemId) && route.access !== 'participant' ? (
        <StaffTop systemId={systemId} />
      ) : (
        <TopImage systemId={systemId} isStrip />
      )}
      <SystemTexts systemId={systemId}>
        <SuperAdminSlot value={<SuperAdmins />}>
          <HelpSlot value={route.help === 'byTab' ? null : <Help topic={route.help} />}>
            <Page key={systemId} title={t(route.titleKey)} systemId={systemId} />
          </HelpSlot>
        </SuperAdminSlot>
      </SystemTexts>
    </Guarded>
  );
}

/** The picture at the top of a system's pages for work: the banner of the system, or else the portal's drawing. */
function StaffTop({ systemId }: { systemId: number }) {
  const { home, entrance } = useEntrance(systemId);
  return (
    <TopImage
      systemId={systemId}
      isStrip
      own={(drawn) =>
        entrance ? (
          <BannerImage entrance={entrance} isStrip otherwise={drawn} />
        ) : // Before the answer it is not known which of the two.
        home.isPending ? (
          <div className="h-6" />
        ) : (
          drawn
        )
      }
    />
  );
}
