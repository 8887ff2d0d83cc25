import type { OpenIdClient, OpenIdClientForm } from '@guichet/contract/identity/provider.clients';

/** An application as it is typed: one address a line. */
export interface ApplicationDraft extends Pick<OpenIdClientForm, 'name' | 'scopes' | 'requiresPkce'> {
  readonly rolesOf: string;
  readonly secretIn: 'header' | 'body' | 'none';
  readonly redirectUris: string;
  readonly signOutUris: string;
  readonly logoutUri: string;
}

const empty: ApplicationDraft = {
  name: '',
  rolesOf: '',
  secretIn: 'header',
  requiresPkce: true,
  scopes: ['profile', 'email'],
  redirectUris: '',
  signOutUris: '',
  logoutUri: '',
};

export function toDraft(application: OpenIdClient | null): ApplicationDraft {
  if (!application) return empty;
  const { rolesOf, secretIn, redirectUris, signOutUris, logoutUri, ...same } = application;
  return {
    ...same,
    rolesOf: String(rolesOf ?? ''),
    secretIn: secretIn ?? 'none',
    redirectUris: redirectUris.join('\n'),
    signOutUris: signOutUris.join('\n'),
    logoutUri: logoutUri ?? '',
  };
}

export function toForm({ name, requiresPkce, ...draft }: ApplicationDraft): OpenIdClientForm {
  const rolesOf = draft.rolesOf === '' ? null : Number(draft.rolesOf);
  return {
    name,
    rolesOf,
    secretIn: draft.secretIn === 'none' ? null : draft.secretIn,
    requiresPkce,
    scopes: draft.scopes.filter((scope) => scope !== 'roles' || rolesOf !== null),
    redirectUris: linesOf(draft.redirectUris),
    signOutUris: linesOf(draft.signOutUris),
    logoutUri: draft.logoutUri.trim() || null,
  };
}

function linesOf(text: string): string[] {
  return text.split(/\s/).filter(Boolean);
}
