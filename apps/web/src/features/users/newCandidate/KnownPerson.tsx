import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { holderOptions } from '../search/search.api.ts';

/** Whose account a typed address is, and that it is the one which will be enrolled. */
export function KnownPerson({ email }: { email: string }) {
  const t = useT();
  const holder = useQuery(holderOptions(email)).data;
  if (holder === undefined) return null;
  return (
    <Notice tone="info">
      {holder ? t('NewCandidate.Known', { name: holder.fullName }) : t('NewCandidate.Known.Hidden')}
    </Notice>
  );
}
