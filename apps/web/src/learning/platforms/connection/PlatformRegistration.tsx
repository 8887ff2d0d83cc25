import { brightspaceScopes } from '@guichet/contract/learning/learning.consents';
import { useRef } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CopyIcon } from '../../../ui/icons/moreIcons.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

/** The texts to copy into Brightspace, which register the portal there. */
export function PlatformRegistration({ redirectUri }: { redirectUri: string }) {
  const t = useT();
  return (
    <Disclosure summary={<span className="text-sm">{t('Platforms.Connect.Register')}</span>}>
      <div className="-mr-8 flex flex-col gap-3">
        <p className="text-sm">{t('Platforms.Connect.Register.About')}</p>
        <Copied label={t('Platforms.Connect.RedirectUri')} value={redirectUri} />
        <Copied label={t('Platforms.Connect.Scopes')} value={brightspaceScopes.join(' ')} />
      </div>
    </Disclosure>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const copyShown = useCopy(field);

  async function copy() {
    if (!(await copyShown(value))) return;
    showToast({ tone: 'success', text: t('Platforms.Connect.Copied', { what: label }) });
  }

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <TextField
          ref={field}
          label={label}
          value={value}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      {/* Absent on a page without HTTPS; the text of the field can still be copied by hand. */}
      {navigator.clipboard && (
        <Button
          icon={CopyIcon}
          iconOnNarrow
          aria-label={t('Platforms.Connect.Copy.Of', { what: label })}
          onClick={() => void copy()}
        >
          {t('Platforms.Connect.Copy')}
        </Button>
      )}
    </div>
  );
}
