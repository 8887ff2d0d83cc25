import { type ComponentType, lazy, Suspense } from 'react';
import { completeTexts } from '../i18n/languageStore.ts';
import { PageBoundary } from './PageBoundary.tsx';

/** A part whose script comes when it is first shown, and all texts of the language with it. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => (await Promise.all([load(), completeTexts()]))[0]);
}

/** The same for a small part of a page: nothing stands in its place until it is there, nor where it does not come. */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Part = lazyPart(load) as unknown as ComponentType<P>;
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
