import type { Entrance } from '@guichet/contract/access';
import { bannerAddress } from '@guichet/contract/banners';
import { useState } from 'react';
import { useLanguage } from '../../platform/i18n/useT.ts';

/** The banner of a system in the space for its size; nothing when there is none or it does not load. */
export function BannerImage({ entrance: { systemId, banner } }: { entrance: Entrance }) {
  const language = useLanguage();
  const [failed, setFailed] = useState<string | null>(null);
  if (!banner || failed === banner.version) return null;
  return (
    <img
      src={bannerAddress(systemId, banner)}
      width={banner.width}
      height={banner.height}
      alt={banner.alt[language]}
      onError={() => setFailed(banner.version)}
      className="h-auto max-h-48 w-full rounded-lg border border-line bg-sunken object-cover"
    />
  );
}
