import type { Entrance } from '@guichet/contract/identity/access';
import {
  bannerAltLimit,
  bannerMaxBytes,
  isBannerSize,
  removeBanner,
  saveBanner,
} from '@guichet/contract/systems/banners';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { isToldAtFields, useFailureText, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { BannerImage, BannerPicture } from './BannerImage.tsx';
import type { BannerDraft } from './useBannerDraft.ts';

export function BannerCard({ entrance, draft }: { entrance: Entrance; draft: BannerDraft }) {
  const { t, number } = useTexts();
  const failureText = useFailureText();
  const { systemId, banner } = entrance;
  const { file } = draft;
  const save = useCall(saveBanner);
  const faultsAt = useFieldFaults(save.error, { sent: save.variables?.body, now: draft.form });
  const form = useFirstInvalidFocus(save.error);
  const isTooLarge = file !== null && file.size > bannerMaxBytes;
  const chosen = usePicture(isTooLarge ? null : file);
  const wrongSize =
    chosen && !isBannerSize(chosen) && t('Banner.WrongSize', { width: chosen.width, height: chosen.height });
  const fileError = save.error && !isToldAtFields(save.error) ? failureText(save.error) : null;

  function choose(chosen: File | null) {
    save.reset();
    draft.choose(chosen);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTooLarge || wrongSize) return;
    const onSuccess = () => {
      draft.drop();
      showToast({ tone: 'success', text: t('Banner.Saved') });
    };
    // Without a file, only the text alternative is saved.
    save.mutate({ params: { systemId }, body: draft.form, ...(file && { file }) }, { onSuccess });
  }

  return (
    <Card
      title={t('Banner.Title')}
      description={t('Banner.About')}
      actions={banner && <RemoveBanner entrance={entrance} onRemoved={draft.drop} />}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
        {chosen && (
          <div className="flex flex-col gap-3">
            <p className="font-medium text-ink text-sm">{t('Banner.Preview')}</p>
            <BannerPicture picture={{ src: chosen.url, alt: t('Banner.Preview') }} />
            <p className="text-muted text-sm">{t('Banner.OnPages')}</p>
            <BannerPicture picture={{ src: chosen.url, alt: '' }} isStrip />
            {chosen.width / chosen.height > mostRatio && (
              <Notice tone="warning" role="status">
                {t('Banner.Narrow', { ratio: number(Math.round(chosen.width / chosen.height)) })}
              </Notice>
            )}
          </div>
        )}
        {banner && !chosen && (
          <div className="flex flex-col gap-3">
            <BannerImage entrance={entrance} />
            <p className="text-muted text-sm">{t('Banner.OnPages')}</p>
            <BannerImage entrance={entrance} isStrip />
          </div>
        )}
        <FileDrop
          label={t(banner ? 'Banner.Replace' : 'Banner.Choose')}
          chooseLabel={t('Banner.File')}
          dropLabel={t('Banner.Drop')}
          hint={t('Banner.Hint')}
          error={isTooLarge ? t('Banner.TooLarge') : wrongSize || fileError}
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
        <AltFields draft={draft} faultsAt={faultsAt} disabled={save.isPending} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            disabled={isTooLarge || !!wrongSize || (file === null && banner === null)}
            busy={save.isPending}
            busyLabel={t('Banner.Saving')}
          >
            {t('Banner.Save')}
          </Button>
          {draft.isDirty && <span className="text-muted text-sm">{t('Content.Unsaved')}</span>}
        </div>
      </form>
    </Card>
  );
}

/** From here on a picture is a line rather than a banner. */
const mostRatio = 12;

/** The address of a chosen picture for the page, and its size; null without a picture, and while the file is read. */
function usePicture(file: File | null) {
  const [read, setRead] = useState<{ file: File; url: string; width: number; height: number } | null>(null);
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      const image = new Image();
      image.onload = () => {
        setRead({ file, url, width: image.naturalWidth, height: Math.max(1, image.naturalHeight) });
      };
      image.src = url;
    };
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return read?.file === file ? read : null;
}

function RemoveBanner({ entrance, onRemoved }: { entrance: Entrance; onRemoved: () => void }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);

  return (
    <>
      <SmallButton icon={TrashIcon} onClick={() => setAsking(true)}>
        {t('Banner.Remove')}
      </SmallButton>
      <AskCall
        call={useCall(removeBanner)}
        open={isAsking}
        title={t('Banner.Remove')}
        messages={[t('Banner.Remove.Question', { name: entrance.name })]}
        busyLabel={t('Banner.Removing')}
        input={{ params: { systemId: entrance.systemId } }}
        done={t('Banner.Removed')}
        onDone={onRemoved}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface AltFieldsProps {
  draft: BannerDraft;
  faultsAt: (field: string) => ReactNode;
  disabled: boolean;
}

const fields = [
  { name: 'altFr', language: 'fr' },
  { name: 'altEn', language: 'en' },
] as const;

/** The text alternative in both languages, or the statement that the picture is decorative. */
function AltFields({ draft, faultsAt, disabled }: AltFieldsProps) {
  const t = useT();
  const { form, type } = draft;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-ink">{t('Banner.Alternative')}</legend>
      <p className="max-w-prose text-muted text-sm">{t('Banner.Alternative.About')}</p>
      {!form.isDecorative && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {fields.map(({ name, language }) => (
            <TextField
              key={name}
              label={t(`Banner.Alternative.${language}`)}
              name={name}
              lang={language}
              autoComplete="off"
              maxLength={bannerAltLimit}
              value={form[name]}
              onChange={(event) => type({ [name]: event.target.value })}
              error={faultsAt(name)}
            />
          ))}
        </div>
      )}
      <Checkbox
        label={t('Banner.Decorative')}
        name="isDecorative"
        checked={form.isDecorative}
        onChange={(event) => type({ isDecorative: event.target.checked })}
      />
    </fieldset>
  );
}
