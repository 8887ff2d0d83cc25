import type { Entrance } from '@guichet/contract/identity/access';
import { bannerAddress } from '@guichet/contract/systems/banners';
import clsx from 'clsx';
import { useState } from 'react';
import { useLanguage } from '../../core/i18n/useT.ts';

export interface BannerImageProps {
  entrance: Entrance;
  /** Shows only a strip of the banner, as pages for work do, where screen readers pass over it. */
  isStrip?: boolean;
}

/** The banner of a system in reserved space; renders nothing without a banner, or when it does not load. */
export function BannerImage({ entrance: { systemId, banner }, isStrip = false }: BannerImageProps) {
  const language = useLanguage();
  const [failed, setFailed] = useState<string | null>(null);
  if (!banner || failed === banner.version) return null;
  return (
    <img
      src={bannerAddress(systemId, banner)}
      width={banner.width}
      height={banner.height}
      alt={isStrip ? '' : banner.alt[language]}
      onError={() => setFailed(banner.version)}
      className={clsx(
        'w-full border border-line bg-sunken object-cover',
        isStrip ? 'h-6 rounded-md' : 'h-auto max-h-48 rounded-lg',
      )}
    />
  );
}
