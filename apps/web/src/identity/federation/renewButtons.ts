import { type ListedProvider, toSignInButtons } from '@guichet/contract/identity/federation.providers';

/** Writes the providers into this page as the server does into the next: a sign-in page without a load reads them here. */
export function renewButtons(providers: readonly ListedProvider[]): void {
  const buttons = toSignInButtons(providers);
  const meta = document.querySelector<HTMLMetaElement>('meta[name="providers"]');
  if (meta) meta.content = buttons.length === 0 ? '' : JSON.stringify(buttons);
}
