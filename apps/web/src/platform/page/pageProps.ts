/** What every page behind sign-in gets from its route. */
export interface PageProps {
  /** The route's title, in the current language. */
  title: string;
  /** The system that the page acts on; null where it acts on none. */
  systemId: number | null;
}
