import { Component, type ReactNode } from 'react';

/** Shows `fallback` in place of a page that broke, or whose script did not arrive. A new key tries anew. */
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
