import { historyKey, type LinkSecrets } from './secretsInAddress.ts';

export function findLinkSecrets(): LinkSecrets | null {
  return history.state?.[historyKey] ?? null;
}

export function forgetLinkSecrets(): void {
  history.replaceState(null, '', location.href);
}
