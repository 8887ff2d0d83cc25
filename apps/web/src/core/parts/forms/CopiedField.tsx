import { useRef } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CopyIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useT } from '../../i18n/useT.ts';
import { useCopy } from './useCopy.ts';

/** A text to take elsewhere, with a button that copies it. */
export function CopiedField({ label, value }: { label: string; value: string }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const copyShown = useCopy(field);

  async function copy() {
    if (!(await copyShown(value))) return;
    showToast({ tone: 'success', text: t('Copied.Done', { what: label }) });
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
          aria-label={t('Copied.Copy.Of', { what: label })}
          onClick={() => void copy()}
        >
          {t('Copied.Copy')}
        </Button>
      )}
    </div>
  );
}
