/** Props of every page behind sign-in, from its route. */
export interface PageProps {
  /** The route's title, in the current language. */
  title: string;
  /** The system of the page; null for a page without a system. */
  systemId: number | null;
}
