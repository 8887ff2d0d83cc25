import { languages } from '@guichet/contract/core/language';
import { listOwnTexts } from '@guichet/contract/exams/notices.invitations';
import { type MessageKind, messageKinds } from '@guichet/contract/mail/messages';
import { choiceParam, type Search, useAddress } from '../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { LeaveDialog } from '../../../core/parts/leaving/LeaveDialog.tsx';
import { useChosenFiles } from '../../../mail/messages/attachment/useAttachment.ts';
import { LanguageChoice } from '../../../mail/messages/LanguageChoice.tsx';
import { MessageContext } from '../../../mail/messages/messages.api.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../ui/states/NoticeList.tsx';
import { examTextsHref } from '../../exam/examHrefs.ts';
import { MessageEditing } from './messages/MessageEditing.tsx';

const params = { message: choiceParam(languages, 'fr'), text: choiceParam(messageKinds, 'invitation') };

export interface EmailTabProps {
  systemId: number;
  /** The address parameters of this tab, kept while another tab shows. */
  search: Search;
}

/** The messages to candidates, one kind and one language at a time, with a preview of the mail. */
export function EmailTab({ systemId, search }: EmailTabProps) {
  const t = useT();
  const [, change] = useAddress(params);
  const kind = params.text.read(search.text);
  const language = params.message.read(search.message);
  const files = useChosenFiles();
  return (
    <MessageContext value={{ kind }}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Segmented
            legend={t('Message.Kind')}
            value={kind}
            onChange={(text) => change({ text }, 'replace')}
            options={messageKinds.map((value) => ({ value, label: t(`Message.Kind.${value}`) }))}
          />
          <p className="min-w-60 flex-1 text-muted text-sm">{t(`Message.Lead.${kind}`)}</p>
          <LanguageChoice
            systemId={systemId}
            value={language}
            onChange={(message) => change({ message }, 'replace')}
          />
        </div>
        <OwnTextsNote systemId={systemId} kind={kind} />
        <MessageEditing key={kind} systemId={systemId} language={language} files={files} />
        <LeaveDialog
          active={files.hasAny}
          title={t('Content.Leave.Title')}
          message={t('Message.Attachment.Leave')}
        />
      </div>
    </MessageContext>
  );
}

/** Names the exams to come whose own text a change of the system's text does not reach. */
function OwnTextsNote({ systemId, kind }: { systemId: number; kind: MessageKind }) {
  const { t, longDay } = useTexts();
  const { data = [] } = useQuery(query(listOwnTexts, { params: { systemId } }));
  const own = data.filter((text) => text.kind === kind);
  if (own.length === 0) return null;
  return (
    <Notice title={t(`ExamTexts.Kept.${kind}`, { count: own.length })}>
      <NoticeList of={own} keyOf={({ examId }) => examId}>
        {({ examId, title, date }) => (
          <a
            href={examTextsHref(systemId, examId, kind)}
            className="text-accent-ink underline-offset-4 hover:underline"
          >{`${title} – ${longDay(date)}`}</a>
        )}
      </NoticeList>
    </Notice>
  );
}
