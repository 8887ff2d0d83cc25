import type { Language } from '@guichet/contract/core/language';
import type { Message, MessageText } from '@guichet/contract/mail/messages';
import {
  getMessageVersion,
  listMessageVersions,
  restoreMessage,
} from '@guichet/contract/mail/messages.versions';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import type { TextParts } from '../../../core/parts/versions/comparison/Comparison.tsx';
import { useShownVersions, Versions } from '../../../core/parts/versions/Versions.tsx';
import { useDraft, useSetAside } from '../drafts/drafts.ts';
import { useKeepMessage, useMessageQuery } from '../messages.api.ts';

interface MessageVersionsProps {
  systemId: number;
  language: Language;
  saved: Message;
}

/** The saved versions of a message, behind a button. */
export function MessageVersions({ systemId, language, saved }: MessageVersionsProps) {
  const t = useT();
  const partsOf = useMessageParts();
  const shown = useShownVersions();
  const versions = useQuery({
    ...query(listMessageVersions, { params: { systemId, languageId: language }, query: useMessageQuery() }),
    select: (list) => list.map(({ subject, ...version }) => ({ ...version, heading: subject })),
    enabled: shown.isOpen,
  });
  const version = useQuery({
    ...query(getMessageVersion, { params: { systemId, versionId: shown.versionId ?? 0 } }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: shown.versionId !== null,
  });
  const keep = useKeepMessage(systemId, language);
  const restore = useCall(restoreMessage, {
    // The stored text: the restored version, or a newer text of somebody else.
    onSuccess: (reply) => keep('outcome' in reply ? reply.current : reply),
  });
  const [draft, keepDraft] = useDraft(systemId, language);
  const [, setAside] = useSetAside(systemId, language);

  function settle() {
    if (!draft) return;
    setAside(draft);
    keepDraft(null);
  }

  return (
    <Versions
      shown={shown}
      title={t(`Versions.Message.${language}`)}
      systemId={systemId}
      language={language}
      versions={versions}
      version={version}
      partsOf={(then) => partsOf(then, true)}
      now={{ ...partsOf(saved, true), savedAt: saved.savedAt }}
      hasDraft={draft !== null}
      restore={restore}
      onRestored={settle}
    />
  );
}

/** The parts of a message that are compared; includes the attachment when files are compared. */
export function useMessageParts() {
  const t = useT();
  return (
    { subject, body, preheader, fileName }: MessageText & { readonly fileName?: string | null },
    withFile = false,
  ): TextParts => {
    const fields = [{ name: t('Message.Subject'), text: subject }];
    if (preheader) fields.push({ name: t('Message.Preheader'), text: preheader });
    if (withFile)
      fields.push({ name: t('Message.Attachment'), text: fileName ?? t('Message.Attachment.None') });
    return { fields, html: body };
  };
}
