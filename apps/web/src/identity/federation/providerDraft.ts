import type {
  GroupRole,
  ListedProvider,
  ProviderForm,
} from '@guichet/contract/identity/federation.providers';

const empty = {
  kind: 'openid' as ProviderForm['kind'],
  issuer: '',
  clientId: '',
  metadata: '',
  subjectAttribute: '' as string | null,
  labelFr: '',
  labelEn: '',
  domains: [] as readonly string[],
  systemIds: null as readonly number[] | null,
  isActive: true,
  trustsFactor: false,
  groupsClaim: '' as string | null,
  groupRoles: [] as GroupRole[],
};

/** A provider as its form is being filled in. */
export type Draft = Omit<typeof empty, 'domains'> & { readonly secret: string; readonly domains: string };

export function makeDraft(provider: ListedProvider | null): Draft {
  const { domains, ...same } = { ...empty, ...provider };
  return { ...same, domains: domains.join(' '), secret: '' };
}

export function readForm(draft: Draft): ProviderForm {
  const { kind, labelFr, labelEn, isActive, trustsFactor, systemIds } = draft;
  const common = {
    issuer: draft.issuer.trim(),
    labelFr,
    labelEn,
    isActive,
    trustsFactor,
    domains: draft.domains
      .toLowerCase()
      .split(/[\s,;@]+/)
      .filter(Boolean),
    systemIds: systemIds && [...systemIds],
    groupsClaim: draft.groupsClaim || null,
    groupRoles: draft.groupRoles,
  };
  if (kind === 'openid') return { ...common, kind, clientId: draft.clientId, secret: draft.secret || null };
  return { ...common, kind, metadata: draft.metadata, subjectAttribute: draft.subjectAttribute || null };
}
