import { Component, type ReactNode } from 'react';

/** Shows `fallback` when a page has thrown or its script did not load. A new key retries. */
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
