import { brightspaceScopes } from '@guichet/contract/learning/learning.consents';
import { useT } from '../../../core/i18n/useT.ts';
import { CopiedField } from '../../../core/parts/forms/CopiedField.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';

/** The texts to copy into Brightspace, which register the portal there. */
export function PlatformRegistration({ redirectUri }: { redirectUri: string }) {
  const t = useT();
  return (
    <Disclosure summary={<span className="text-sm">{t('Platforms.Connect.Register')}</span>}>
      <div className="-mr-8 flex flex-col gap-3">
        <p className="text-sm">{t('Platforms.Connect.Register.About')}</p>
        <CopiedField label={t('Platforms.Connect.RedirectUri')} value={redirectUri} />
        <CopiedField label={t('Platforms.Connect.Scopes')} value={brightspaceScopes.join(' ')} />
      </div>
    </Disclosure>
  );
}
