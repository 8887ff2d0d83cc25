import type { Language } from '@guichet/contract/core/language';
import {
  getContentVersion,
  listContentVersions,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/call/query.ts';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSavedNote } from '../../../core/parts/versions/useSavedNote.ts';
import { VersionPreview } from '../../../core/parts/versions/VersionPreview.tsx';
import { VersionsDialog } from '../../../core/parts/versions/VersionsDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import type { Block } from '../blocks.ts';
import { useKeepText } from '../content.api.ts';
import type { ContentDrafts } from '../useContentDrafts.ts';
import { useContentName } from '../useContentName.ts';

/** The saved versions of a text, behind a button. */
export function ContentVersions(props: VersionedText) {
  const { systemId, block, language } = props;
  const t = useT();
  const nameOf = useContentName();
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery({
    ...query(listContentVersions, { params: { systemId, label: block.label, languageId: language } }),
    enabled: isOpen,
  });
  const title = t(`Versions.Content.${language}`, { label: nameOf(block.label) });
  return (
    <>
      <Button size="sm" variant="quiet" icon={ClockIcon} onClick={() => setOpen(true)}>
        {t('Versions.Open')}
        <span className="sr-only">{` – ${t(`Content.Language.${language}`)}`}</span>
      </Button>
      <VersionsDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        language={language}
        versions={versions}
        preview={(version, onBack) => (
          <ContentVersion
            {...props}
            versionId={version.id}
            onBack={onBack}
            onRestored={() => setOpen(false)}
          />
        )}
      />
    </>
  );
}

interface VersionedText {
  systemId: number;
  block: Block;
  language: Language;
  drafts: ContentDrafts;
}

interface ContentVersionProps extends VersionedText {
  versionId: number;
  onBack: () => void;
  onRestored: () => void;
}

/** Compares an earlier version of a text with the current one. */
function ContentVersion(props: ContentVersionProps) {
  const { systemId, block, language, drafts, versionId, onBack, onRestored } = props;
  const t = useT();
  const savedNote = useSavedNote();
  const version = useQuery({
    ...query(getContentVersion, { params: { systemId, versionId } }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const keep = useKeepText(systemId);
  const restore = useCall(restoreContent, {
    // The stored text: the restored version, or a newer text of somebody else.
    onSuccess: (reply) => keep(block.label, language, reply),
  });
  const hasDraft = drafts.draftOf(block.label, language) !== undefined;
  const { text, savedAt } = block[language];

  function settle() {
    if (hasDraft) drafts.layAside(block.label, language);
    onRestored();
  }

  return (
    <Loaded query={version} lines={6}>
      {(then) => (
        <VersionPreview
          language={language}
          then={{
            title: t('Versions.Then'),
            note: savedNote(then),
            fields: [{ name: '', text: then.content ?? '' }],
          }}
          now={{ title: t('Versions.Now'), note: savedNote({ savedAt }), fields: [{ name: '', text }] }}
          hasDraft={hasDraft}
          version={then}
          restore={restore}
          onRestore={(options) =>
            restore.mutate({ params: { systemId, versionId }, body: { savedAt } }, options)
          }
          onRestored={settle}
          onBack={onBack}
        />
      )}
    </Loaded>
  );
}
