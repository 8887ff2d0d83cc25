import type { ReactNode } from 'react';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ErrorState } from '../../../ui/states/ErrorState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { useFailureText } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';
import { useDelayedFlag } from '../../timing/useDelayedFlag.ts';

/** The fields of a query that its state depends on. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedProps<T> {
  query: Loadable<T>;
  /** The number of skeleton lines while the query loads. */
  lines?: number | undefined;
  children: (data: T) => ReactNode;
}

/** Renders the result of a query, a skeleton after 200 ms of loading, or a failure with a retry. */
export function Loaded<T>({ query, lines = 5, children }: LoadedProps<T>) {
  const t = useT();
  const failureText = useFailureText();

  if (query.data === undefined && query.error !== null) {
    return (
      <ErrorState
        title={t('Failure.Title')}
        retryLabel={t('Failure.Retry')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      >
        {failureText(query.error)}
      </ErrorState>
    );
  }
  if (query.data === undefined) return <Waiting lines={lines} />;
  return (
    <>
      {query.error !== null && (
        <div className="p-4">
          <Notice
            tone="warning"
            role="status"
            title={t('Failure.Outdated')}
            action={<RetryButton query={query} />}
          >
            {failureText(query.error)}
          </Notice>
        </div>
      )}
      {children(query.data)}
    </>
  );
}

export function RetryButton({ query }: { query: Pick<Loadable<unknown>, 'isFetching' | 'refetch'> }) {
  const t = useT();
  return (
    <SmallButton onClick={() => void query.refetch()} busy={query.isFetching}>
      {t('Failure.Retry')}
    </SmallButton>
  );
}

/** Reserves space during loading, with a skeleton after 200 ms (S9.8). */
export function Waiting({ lines }: { lines: number }) {
  const t = useT();
  const isSlow = useDelayedFlag(true);
  return (
    <div className="min-h-32 px-5 py-6 sm:px-6">
      {isSlow && <Skeleton lines={lines} label={t('Loading')} />}
    </div>
  );
}
