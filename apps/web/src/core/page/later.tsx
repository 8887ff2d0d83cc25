import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { completeTexts, type Extent } from '../i18n/languageStore.ts';

/** A lazy component whose script loads at its first rendering, together with texts to that extent. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  extent?: Extent,
) {
  return lazy(async () => (await Promise.all([load(), completeTexts(extent)]))[0]);
}

/** A lazy component for a part of a page; renders nothing until its script has loaded, or if that fails. */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, extent?: Extent) {
  const Part = lazyPart(load, extent) as unknown as ComponentType<P>;
  // biome-ignore lint/correctness/noComponentHookFactories: called while a module loads, never while rendering
  return function Later(props: P) {
    return (
      <PageBoundary fallback={null}>
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </PageBoundary>
    );
  };
}

/** Shows `fallback` after a page has thrown or its script did not load. A new key retries. */
export class PageBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
