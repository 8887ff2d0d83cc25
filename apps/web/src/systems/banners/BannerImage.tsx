import type { Entrance } from '@guichet/contract/identity/access';
import { bannerAddress } from '@guichet/contract/systems/banners';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../../core/i18n/useT.ts';

export interface BannerImageProps {
  entrance: Entrance;
  /** Shows only a strip of the banner, as pages for work do, where screen readers pass over it. */
  isStrip?: boolean;
  /** Stands in its place without a banner, and when it does not load; by itself nothing. */
  otherwise?: ReactNode;
}

/** The banner of a system in reserved space. */
export function BannerImage({ entrance: { systemId, banner }, otherwise, ...look }: BannerImageProps) {
  const language = useLanguage();
  if (!banner) return otherwise;
  const { width, height, alt } = banner;
  const picture = { src: bannerAddress(systemId, banner), alt: alt[language], width, height };
  return <BannerPicture picture={picture} otherwise={otherwise} {...look} />;
}

export interface BannerPictureProps {
  picture: { src: string; alt: string; width?: number; height?: number };
  isStrip?: boolean;
  otherwise?: ReactNode;
}

/** A picture as pages show it as a banner. */
export function BannerPicture({
  picture: { alt, ...picture },
  isStrip = false,
  otherwise = null,
}: BannerPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === picture.src) return otherwise;
  return (
    <img
      {...picture}
      alt={isStrip ? '' : alt}
      onError={() => setFailed(picture.src)}
      className={clsx(
        'w-full border border-line bg-sunken object-cover',
        isStrip ? 'h-6 rounded-md' : 'h-auto max-h-48 rounded-lg',
      )}
    />
  );
}
