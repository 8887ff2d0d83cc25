import { useRef } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { CopyIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useT } from '../../i18n/useT.ts';
import { useCopy } from './useCopy.ts';

/** About the characters in a line, for a browser in which a field does not grow with its text. */
const columns = 40;

/** A text to take elsewhere, shown whole, with a button that copies it. */
export function CopiedField({ label, value }: { label: string; value: string }) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const copyShown = useCopy(field);

  async function copy() {
    if (!(await copyShown(value))) return;
    showToast({ tone: 'success', text: t('Copied.Done', { what: label }) });
  }

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <Field label={label}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              value={value}
              readOnly
              rows={Math.ceil(value.length / columns)}
              spellCheck={false}
              onFocus={({ currentTarget }) => currentTarget.select()}
              className="control field-sizing-content resize-none break-all"
            />
          )}
        </Field>
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
