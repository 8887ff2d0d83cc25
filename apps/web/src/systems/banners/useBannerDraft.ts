import type { Banner, BannerForm } from '@guichet/contract/systems/banners';
import { useState } from 'react';

/** A chosen picture and a typed text that are not sent yet. */
export function useBannerDraft(banner: Banner | null) {
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState<BannerForm | null>(null);
  const stored = formOf(banner);
  const form = typed ?? stored;

  return {
    file,
    form,
    isDirty: file !== null || typed !== null,
    choose: setFile,
    type(patch: Partial<BannerForm>) {
      const next = { ...form, ...patch };
      setTyped(isSame(next, stored) ? null : next);
    },
    drop() {
      setFile(null);
      setTyped(null);
    },
  };
}

export type BannerDraft = ReturnType<typeof useBannerDraft>;

function formOf(banner: Banner | null): BannerForm {
  if (!banner) return { isDecorative: false, altFr: '', altEn: '' };
  const { fr, en } = banner.alt;
  return { isDecorative: fr === '' && en === '', altFr: fr, altEn: en };
}

function isSame(one: BannerForm, other: BannerForm): boolean {
  return one.isDecorative === other.isDecorative && one.altFr === other.altFr && one.altEn === other.altEn;
}
