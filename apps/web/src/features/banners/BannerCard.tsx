import type { Entrance } from '@guichet/contract/access';
import { bannerMaxBytes } from '@guichet/contract/banners';
import { type FormEvent, useState } from 'react';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { useFailureText } from '../../platform/useFailureText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { UploadIcon } from '../../ui/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { BannerImage } from './BannerImage.tsx';
import { useSaveBanner } from './banners.api.ts';
import { RemoveBanner } from './RemoveBanner.tsx';

/** Sets, replaces and removes the banner of a system. */
export function BannerCard({ entrance }: { entrance: Entrance }) {
  const t = useT();
  const { number } = useFormats();
  const failureText = useFailureText();
  const { systemId, banner } = entrance;
  const [file, setFile] = useState<File | null>(null);
  const save = useSaveBanner(systemId);
  const isTooLarge = file !== null && file.size > bannerMaxBytes;

  function choose(chosen: File | null) {
    save.reset();
    setFile(chosen);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!file || isTooLarge) return;
    save.mutate(file, {
      onSuccess: () => {
        setFile(null);
        showToast({ tone: 'success', text: t('Banner.Saved') });
      },
    });
  }

  const error = isTooLarge ? t('Banner.TooLarge') : save.error && failureText(save.error);
  return (
    <Card
      title={t('Banner.Title')}
      description={t('Banner.About')}
      actions={banner && <RemoveBanner entrance={entrance} />}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <BannerImage entrance={entrance} />
        <FileDrop
          label={t(banner ? 'Banner.Replace' : 'Banner.Choose')}
          chooseLabel={t('Banner.File')}
          dropLabel={t('Banner.Drop')}
          hint={t('Banner.Hint')}
          error={error}
          accept=".png,.jpg,.jpeg,.webp"
          file={
            file && {
              name: file.name,
              detail: t('Banner.Size', { size: number(Math.ceil(file.size / 1024)) }),
            }
          }
          onFile={choose}
          onRemove={() => choose(null)}
          removeLabel={t('Banner.Unchoose')}
          disabled={save.isPending}
        />
        <div>
          <Button
            type="submit"
            icon={UploadIcon}
            disabled={file === null || isTooLarge}
            busy={save.isPending}
            busyLabel={t('Banner.Saving')}
          >
            {t('Banner.Save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
