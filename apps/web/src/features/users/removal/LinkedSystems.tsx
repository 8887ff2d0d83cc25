import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listOtherSystems } from '@guichet/contract/users.changes';
import { useT } from '../../../platform/i18n/useT.ts';
import { type Loadable, Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** The names of the systems that prevent the deletion of an account. */
export function LinkedSystems({ query }: { query: Loadable<ReplyOf<typeof listOtherSystems>> }) {
  const t = useT();
  return (
    <Loaded query={query} lines={1}>
      {(systems) =>
        systems.length > 0 && (
          <Notice tone="warning" title={t('DeleteUser.Linked')}>
            {t('DeleteUser.Linked.Names', { names: systems.map(({ name }) => name).join(', ') })}
          </Notice>
        )
      }
    </Loaded>
  );
}
