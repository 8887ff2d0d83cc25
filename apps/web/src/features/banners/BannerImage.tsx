import type { Entrance } from '@guichet/contract/access';
import { bannerAddress } from '@guichet/contract/banners';
import { useState } from 'react';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';

/** The banner of a system in the room that its size asks for; nothing where there is none or it does not come. */
export function BannerImage({ entrance }: { entrance: Entrance }) {
  const t = useT();
  const language = useLanguage();
  const { systemId, banner } = entrance;
  const [failed, setFailed] = useState<string | null>(null);
  if (!banner || failed === banner.version) return null;
  return (
    <img
      src={bannerAddress(systemId, banner)}
      width={banner.width}
      height={banner.height}
      alt={t('Banner.Alt', { system: entrance.title[language] || entrance.name })}
      onError={() => setFailed(banner.version)}
      className="h-auto max-h-48 w-full rounded-lg border border-line bg-sunken object-cover"
    />
  );
}
