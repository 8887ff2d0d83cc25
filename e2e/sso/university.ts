import type { Page } from '@playwright/test';

/** The account at the university, whose address is that of a candidate of the portal, and a group of it. */
export const account = {
  name: 'zcote',
  fullName: 'Camille de l’université',
  email: 'candidate.dc@demo.example',
  group: 'faculté-médecine',
};

/** The university's provider, with what its operator does. */
export interface University {
  readonly name: string;
  readonly kind: 'openid' | 'saml';
  /** What the form of the portal asks for, by label. */
  readonly fields: Readonly<Record<string, string>>;
  /** The claim or attribute that tells the groups. */
  readonly groups: string;
  /** The page there that ends every session, and tells the portal; null where it tells nobody. */
  readonly signOut: string | null;
  /** Takes the portal as a service; `address`: its return address, or that of its metadata. */
  admit(address: string): Promise<void>;
  /** Enters name and password. */
  signIn(page: Page): Promise<void>;
  /** What is pressed on the page to which the portal leads after a sign-out. */
  confirmSignOut(page: Page): Promise<void>;
  /** Makes the key that signs from now on. */
  makeKey(): Promise<void>;
  close(): Promise<void>;
}
