import type { ProviderForm, TrialResult } from '@guichet/contract/identity/federation.providers';
import { useT } from '../../core/i18n/useT.ts';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx';

type Name = (typeof names)[number] | 'issuer' | 'clientId' | 'tokenAudience' | 'labelFr' | 'labelEn';
const names = ['deployments', 'signInAddress', 'tokenAddress', 'keysAddress'] as const;

export interface LtiFieldsProps {
  text: (name: Name) => TextFieldProps;
  /** The address to which a launch leads, and that of the portal's keys. */
  returnAddress: string;
  keysAddress: string;
}

/** The addresses that a learning platform is given for LTI 1.3, and the texts that it gives in exchange. */
export function LtiFields({ text, returnAddress, keysAddress }: LtiFieldsProps) {
  const t = useT();
  return (
    <>
      <CopiedField label={t('Providers.Lti.ToolAddress')} value={returnAddress} />
      <CopiedField label={t('Providers.Lti.LaunchAddress')} value={`${returnAddress}/launch`} />
      <CopiedField label={t('Providers.Lti.KeysAddress')} value={keysAddress} />
      <TextField {...text('issuer')} hint={t('Providers.Lti.issuer.Hint')} />
      <TextField {...text('clientId')} />
      {names.map((name) => (
        <TextField
          key={name}
          {...text(name)}
          hint={name === 'deployments' && t('Providers.Field.deployments.Hint')}
        />
      ))}
      <TextField
        {...text('tokenAudience')}
        hint={t('Providers.Field.tokenAudience.Hint')}
        note={t('Platforms.Optional')}
      />
      <TextField {...text('labelFr')} lang="fr" label={t('Providers.Lti.labelFr')} />
      <TextField {...text('labelEn')} lang="en" label={t('Providers.Lti.labelEn')} />
    </>
  );
}

/** Findings that read otherwise of a platform, which has neither a discovery document nor a secret. */
const ownTexts = {
  endpoints: { good: 'Providers.Lti.Trial.endpoints', not: 'Providers.Lti.Trial.endpoints.Not' },
  client: { good: 'Providers.Lti.Trial.client', not: 'Providers.Lti.Trial.client.Not' },
} as const;

export function trialText(
  kind: ProviderForm['kind'],
  check: TrialResult['check'],
  state: TrialResult['state'],
) {
  if (kind === 'lti' && (check === 'endpoints' || check === 'client'))
    return ownTexts[check][state === 'good' ? 'good' : 'not'];
  if (check === 'client' && state === 'bad') return 'Providers.Trial.client.Refused';
  return state === 'good' ? (`Providers.Trial.${check}` as const) : (`Providers.Trial.${check}.Not` as const);
}
