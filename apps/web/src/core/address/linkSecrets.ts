import { historyKey } from './hideLinkSecrets.ts';

export interface LinkSecrets {
  readonly token: string;
  readonly userName: string;
}

export function findLinkSecrets(): LinkSecrets | null {
  return history.state?.[historyKey] ?? null;
}

export function forgetLinkSecrets(): void {
  history.replaceState(null, '', location.href);
}
