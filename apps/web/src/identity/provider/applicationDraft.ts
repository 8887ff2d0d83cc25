import type { Application, ApplicationForm } from '@guichet/contract/identity/provider.clients';
import type { ReactNode } from 'react';

const empty = {
  kind: 'openid' as ApplicationForm['kind'],
  name: '',
  rolesOf: '',
  scopes: ['profile', 'email'] as ApplicationForm['scopes'],
  secretIn: 'header' as 'header' | 'body' | 'none',
  requiresPkce: true,
  /** One address a line. */
  redirectUris: '',
  signOutUris: '',
  homeUri: '',
  logoutUri: '',
  entityId: '',
  metadata: '',
  startsHere: false,
  namesByKey: false,
};

/** An application as it is typed. */
export type ApplicationDraft = Readonly<typeof empty>;

export type TextName = Exclude<
  keyof ApplicationDraft,
  'kind' | 'rolesOf' | 'scopes' | 'secretIn' | 'requiresPkce' | 'startsHere' | 'namesByKey'
>;

/** The parts of the form that the fields of a protocol need. */
export interface FieldsProps {
  draft: ApplicationDraft;
  /** The properties of a field for text. */
  text: (name: TextName) => {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly error: ReactNode;
    readonly onChange: (event: { target: { value: string } }) => void;
  };
  set: (patch: Partial<ApplicationDraft>) => void;
}

/** The addresses of a field, each of which may be at fault. */
export function listAddresses(form: ApplicationForm, name: TextName): readonly string[] {
  return form.kind === 'openid' && (name === 'redirectUris' || name === 'signOutUris') ? form[name] : [];
}

export function toDraft(application: Application | null): ApplicationDraft {
  if (!application) return empty;
  const draft = { ...empty, ...application, rolesOf: String(application.rolesOf ?? '') };
  if (application.kind === 'saml') return { ...draft, secretIn: 'none', ...emptyLists };
  const { secretIn, redirectUris, signOutUris, homeUri, logoutUri } = application;
  return {
    ...draft,
    secretIn: secretIn ?? 'none',
    redirectUris: redirectUris.join('\n'),
    signOutUris: signOutUris.join('\n'),
    homeUri: homeUri ?? '',
    logoutUri: logoutUri ?? '',
  };
}

const emptyLists = { redirectUris: '', signOutUris: '', homeUri: '', logoutUri: '' };

export function toForm({ kind, name, ...draft }: ApplicationDraft): ApplicationForm {
  const rolesOf = draft.rolesOf === '' ? null : Number(draft.rolesOf);
  const scopes = draft.scopes.filter((scope) => scope !== 'roles' || rolesOf !== null);
  const common = { name, rolesOf, scopes };
  if (kind === 'saml') {
    const { entityId, metadata, startsHere } = draft;
    const namesByKey = draft.namesByKey && rolesOf !== null;
    return { ...common, kind, entityId: entityId.trim(), metadata, startsHere, namesByKey };
  }
  return {
    ...common,
    kind,
    secretIn: draft.secretIn === 'none' ? null : draft.secretIn,
    requiresPkce: draft.requiresPkce,
    redirectUris: linesOf(draft.redirectUris),
    homeUri: draft.homeUri.trim() || null,
    signOutUris: linesOf(draft.signOutUris),
    logoutUri: draft.logoutUri.trim() || null,
  };
}

function linesOf(text: string): string[] {
  return text.split(/\s/).filter(Boolean);
}
