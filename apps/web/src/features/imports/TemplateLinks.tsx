import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useDownloadTemplate } from './imports.api.ts';

/** S2.51: links to an empty list, for Excel or as CSV. */
export function TemplateLinks() {
  const t = useT();
  const failureText = useFailureText();
  const template = useDownloadTemplate();
  const get = (format: 'xlsx' | 'csv') =>
    template.mutate(format, {
      onError: (failure) => showToast({ tone: 'danger', text: failureText(failure) }),
    });
  const busyFormat = template.isPending ? template.variables : null;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
      <span className="text-muted">{t('Import.Template')}</span>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          variant="quiet"
          icon={DownloadIcon}
          busy={busyFormat === format}
          onClick={() => get(format)}
        >
          {t(`Import.Template.${format}`)}
        </Button>
      ))}
    </div>
  );
}
