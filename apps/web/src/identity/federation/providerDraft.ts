import type { ListedProvider, ProviderForm } from '@guichet/contract/identity/federation.providers';

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
  systemIds: null as ProviderForm['systemIds'],
  isActive: true,
  trustsFactor: false,
  groupsClaim: '' as string | null,
  groupRoles: [] as ProviderForm['groupRoles'],
};

/** A provider as its form is being filled in. */
export type Draft = Omit<typeof empty, 'domains' | 'deployments'> &
  Record<'domains' | 'deployments' | 'secret', string>;
export type TextName = Exclude<
  keyof Draft,
  'kind' | 'systemIds' | 'isActive' | 'trustsFactor' | 'groupRoles'
>;

export function makeDraft(provider: ListedProvider | null): Draft {
  const { domains, deployments, ...same } = { ...empty, ...provider };
  return { ...same, domains: domains.join(' '), deployments: deployments.join(' '), secret: '' };
}

export function readForm(draft: Draft): ProviderForm {
  const { kind, issuer, clientId, labelFr, labelEn, isActive, systemIds } = draft;
  const common = { issuer, labelFr, labelEn, isActive, systemIds };
  if (kind === 'lti') {
    const { signInAddress, tokenAddress, keysAddress } = draft;
    const none = { domains: [], trustsFactor: false, groupsClaim: null, groupRoles: [] };
    const deployments = draft.deployments.split(/[\s,;]+/).filter(Boolean);
    const platform = { clientId, deployments, signInAddress, tokenAddress, keysAddress };
    return { ...common, kind, ...none, ...platform, tokenAudience: draft.tokenAudience || null };
  }
  const { trustsFactor, groupRoles, groupsClaim } = draft;
  const domains = draft.domains
    .toLowerCase()
    .split(/[\s,;@]+/)
    .filter(Boolean);
  const ofPeople = { ...common, domains, trustsFactor, groupsClaim: groupsClaim || null, groupRoles };
  if (kind === 'openid') return { ...ofPeople, kind, clientId, secret: draft.secret || null };
  return { ...ofPeople, kind, metadata: draft.metadata, subjectAttribute: draft.subjectAttribute || null };
}
