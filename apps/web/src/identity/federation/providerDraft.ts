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
  deployments: [] as readonly string[],
  signInAddress: '',
  tokenAddress: '',
  keysAddress: '',
  tokenAudience: '' as string | null,
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
export type Draft = Omit<typeof empty, 'domains' | 'deployments'> & {
  readonly secret: string;
  readonly domains: string;
  readonly deployments: string;
};

export function makeDraft(provider: ListedProvider | null): Draft {
  const { domains, deployments, ...same } = { ...empty, ...provider };
  return { ...same, domains: domains.join(' '), deployments: deployments.join(' '), secret: '' };
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
  if (kind === 'lti') {
    const { clientId, signInAddress, tokenAddress, keysAddress } = draft;
    const deployments = draft.deployments.split(/[\s,;]+/).filter(Boolean);
    const tokenAudience = draft.tokenAudience || null;
    const platform = { clientId, deployments, signInAddress, tokenAddress, keysAddress, tokenAudience };
    return {
      ...common,
      kind,
      ...platform,
      domains: [],
      trustsFactor: false,
      groupsClaim: null,
      groupRoles: [],
    };
  }
  return { ...common, kind, metadata: draft.metadata, subjectAttribute: draft.subjectAttribute || null };
}
