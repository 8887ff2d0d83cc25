import type { Application, ApplicationForm } from '@guichet/contract/identity/provider.clients';
import type { bindText } from '../../core/forms/formFaults.tsx';

const empty = {
  kind: 'openid' as ApplicationForm['kind'],
  name: '',
  rolesOf: null as ApplicationForm['rolesOf'],
  scopes: ['profile', 'email'] as ApplicationForm['scopes'],
  secretIn: 'header' as 'header' | 'body' | null,
  requiresPkce: true,
  redirectUris: [] as readonly string[],
  signOutUris: [] as readonly string[],
  homeUri: '' as string | null,
  logoutUri: '' as string | null,
  entityId: '',
  metadata: '',
  startsHere: false,
  namesByKey: false,
};

/** An application as it is typed; of addresses one a line. */
export type ApplicationDraft = Omit<typeof empty, 'redirectUris' | 'signOutUris'> &
  Record<'redirectUris' | 'signOutUris', string>;

export type TextName = Exclude<
  keyof ApplicationDraft,
  'kind' | 'rolesOf' | 'scopes' | 'secretIn' | 'requiresPkce' | 'startsHere' | 'namesByKey'
>;

/** The parts of the form that the fields of a protocol need. */
export interface FieldsProps {
  draft: ApplicationDraft;
  /** The properties of a field for text. */
  text: (name: TextName) => ReturnType<ReturnType<typeof bindText>> & { readonly label: string };
  set: (patch: Partial<ApplicationDraft>) => void;
}

export function toDraft(application: Application | null): ApplicationDraft {
  const { redirectUris, signOutUris, ...same } = { ...empty, ...application };
  return { ...same, redirectUris: redirectUris.join('\n'), signOutUris: signOutUris.join('\n') };
}

export function toForm({ kind, name, rolesOf, ...draft }: ApplicationDraft): ApplicationForm {
  const scopes = draft.scopes.filter((scope) => scope !== 'roles' || rolesOf !== null);
  const common = { name, rolesOf, scopes };
  if (kind === 'saml') {
    const { entityId, metadata, startsHere } = draft;
    return {
      ...common,
      kind,
      entityId,
      metadata,
      startsHere,
      namesByKey: draft.namesByKey && rolesOf !== null,
    };
  }
  const { secretIn, requiresPkce } = draft;
  return {
    ...common,
    kind,
    secretIn,
    requiresPkce,
    redirectUris: linesOf(draft.redirectUris),
    homeUri: draft.homeUri?.trim() || null,
    signOutUris: linesOf(draft.signOutUris),
    logoutUri: draft.logoutUri?.trim() || null,
  };
}

function linesOf(text: string): string[] {
  return text.split(/\s/).filter(Boolean);
}
