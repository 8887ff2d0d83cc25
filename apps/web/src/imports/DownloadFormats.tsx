import { useMutation } from '@tanstack/react-query';
import { useTellFailure } from '../core/forms/formFaults.tsx';
import { useT } from '../core/i18n/useT.ts';
import { Button, type ButtonProps } from '../ui/buttons/Button.tsx';
import { DownloadIcon } from '../ui/icons/moreIcons.tsx';

export interface DownloadFormatsProps extends Pick<ButtonProps, 'size' | 'variant'> {
  get: (format: 'xlsx' | 'csv') => Promise<void>;
}

export function DownloadFormats({ get, ...look }: DownloadFormatsProps) {
  const t = useT();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: get,
    onError: useTellFailure(),
  });
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      {...look}
      icon={DownloadIcon}
      busy={isPending && variables === format}
      onClick={() => mutate(format)}
    >
      {t(`Import.Template.${format}`)}
    </Button>
  ));
}
