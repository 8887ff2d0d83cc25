import { useQuery } from '@tanstack/react-query';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { holderOptions } from '../search/search.api.ts';

/** Names the owner of a typed address, and says that their account will be enrolled. */
export function KnownPerson({ email }: { email: string }) {
  const t = useT();
  const holder = useQuery(holderOptions(email)).data;
  // The replaced fields may have had the focus.
  const place = useFocusIfLost<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none empty:-mt-5">
      {holder !== undefined && (
        <Notice tone="info">
          {holder ? t('NewCandidate.Known', { name: holder.fullName }) : t('NewCandidate.Known.Hidden')}
        </Notice>
      )}
    </div>
  );
}
