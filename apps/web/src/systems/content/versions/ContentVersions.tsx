import type { Language } from '@guichet/contract/core/language';
import {
  getContentVersion,
  listContentVersions,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useShownVersions, Versions } from '../../../core/parts/versions/Versions.tsx';
import type { Block } from '../blocks.ts';
import { useKeepText } from '../content.api.ts';
import type { ContentDrafts } from '../useContentDrafts.ts';
import { useContentName } from '../useContentName.ts';

interface ContentVersionsProps {
  systemId: number;
  block: Block;
  language: Language;
  drafts: ContentDrafts;
}

/** The saved versions of a text, behind a button. */
export function ContentVersions({ systemId, block, language, drafts }: ContentVersionsProps) {
  const { label } = block;
  const { text, savedAt } = block[language];
  const t = useT();
  const nameOf = useContentName();
  const shown = useShownVersions();
  const versions = useQuery({
    ...query(listContentVersions, { params: { systemId, label, languageId: language } }),
    enabled: shown.isOpen,
  });
  const version = useQuery({
    ...query(getContentVersion, { params: { systemId, versionId: shown.versionId ?? 0 } }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: shown.versionId !== null,
  });
  const keep = useKeepText(systemId);
  const restore = useCall(restoreContent, {
    // The stored text: the restored version, or a newer text of somebody else.
    onSuccess: (reply) => keep(label, language, reply),
  });
  const hasDraft = drafts.draftOf(label, language) !== undefined;
  return (
    <Versions
      shown={shown}
      about={` – ${t(`Content.Language.${language}`)}`}
      title={t(`Versions.Content.${language}`, { label: nameOf(label) })}
      systemId={systemId}
      language={language}
      versions={versions}
      version={version}
      partsOf={({ content }) => ({ fields: [{ name: '', text: content ?? '' }] })}
      now={{ fields: [{ name: '', text }], savedAt }}
      hasDraft={hasDraft}
      restore={restore}
      onRestored={() => hasDraft && drafts.layAside(label, language)}
    />
  );
}
