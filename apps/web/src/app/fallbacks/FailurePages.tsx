import { CallFailed } from '../../core/call/CallFailed.ts';
import { useT } from '../../core/i18n/useT.ts';
import { type Loadable, Waiting } from '../../core/lists/states/Loaded.tsx';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { FailedPage } from '../../identity/publicPages/FailedPage.tsx';
import { PlainPage } from '../../identity/publicPages/PlainPage.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { Page } from '../../ui/layout/PageHeader.tsx';

/** Shown while a page waits for its access check; an error page when the check fails. */
export function UnreachedPage({ query }: { query: Loadable<unknown> }) {
  return query.error === null ? <WaitingPage /> : <UnreachablePage query={query} />;
}

export function WaitingPage() {
  return (
    <Page>
      <Waiting lines={5} />
    </Page>
  );
}

function UnreachablePage({ query }: { query: Loadable<unknown> }) {
  const t = useT();
  const isMissing = query.error instanceof CallFailed && query.error.status === 404;
  const title = t(isMissing ? 'Failure.Missing' : 'Failure.Title');
  usePageTitle(title);
  const retry = isMissing ? undefined : () => void query.refetch();
  return (
    <FailedPage title={title} failure={query.error} onRetry={retry} busy={query.isFetching}>
      <ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>
    </FailedPage>
  );
}

/** Shown when a page has thrown or its script did not load. */
export function CrashedPage() {
  const t = useT();
  usePageTitle(t('CrashedPage.Title'));
  return (
    <PlainPage
      takesFocus
      title={t('CrashedPage.Title')}
      lead={<p role="alert">{t('CrashedPage.Message')}</p>}
    >
      <Button variant="primary" onClick={() => location.reload()}>
        {t('CrashedPage.Reload')}
      </Button>
    </PlainPage>
  );
}
