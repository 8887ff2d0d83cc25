/** Props of every page behind sign-in, from its route. */
export interface PageProps {
  /** The route's title, in the current language. */
  title: string;
  /** The system of the page; null when it has none. */
  systemId: number | null;
}
