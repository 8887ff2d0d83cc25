import { type Language, languages } from '@guichet/contract/core/language';
import { type NoticeKind, previewNotice } from '@guichet/contract/exams/notices';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import { hasTrait } from '@guichet/contract/mail/outbox.purposes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { MailSection, ReadMail, ReadMails } from '../../../core/parts/mails/ReadMails.tsx';
import { useDebounced } from '../../../core/timing/useDebounced.ts';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface NoticeMailsProps {
  systemId: number;
  examId: number;
  kind: NoticeKind;
  notes?: NoticeNotes;
  /** The languages of those who get the mail, which come first. */
  readers?: readonly Language[];
}

const none: NoticeNotes = {};
/** How long typing pauses before the preview is requested again. */
const pauseMs = 400;

/** A notice to candidates in both languages, behind a button. */
export function NoticeMails(props: NoticeMailsProps) {
  return (
    <>
      <Unread {...props} />
      <ReadMails>
        <LoadedNotices {...props} />
      </ReadMails>
    </>
  );
}

/** Warns that nobody reads the answers to a mail that is likely to raise questions. */
function Unread({ systemId, examId, kind }: NoticeMailsProps) {
  const t = useT();
  const { isUnread } = useAnswersRead(systemId, examId, kind);
  return isUnread ? <Notice>{t('NoticeMails.Unread')}</Notice> : null;
}

/**
 * Whether nobody reads the answers to such a notice, where this matters, the languages of candidates, and who learns of a
 * change by an invitation that has not left. A question opens once `isKnown`, so that nothing moves under the pointer; `examId` null: nothing is asked.
 */
export function useAnswersRead(systemId: number, examId: number | null, kind: NoticeKind) {
  const isAsked = examId !== null && kind !== 'examBack';
  const input = { params: { systemId, examId: examId ?? 0 }, body: { kind } };
  const { data, isLoading, failureCount } = useQuery({
    // A query of its own, since the mail's query is fetched again when somebody opens the mail.
    queryKey: [...query(previewNotice, input).queryKey, 'isRead'],
    queryFn: ({ signal }) => call(previewNotice, { ...input, signal }),
    enabled: isAsked,
  });
  const readers = useLastGiven(data?.readers.length ? data.readers : null) ?? languages;
  return {
    isUnread: hasTrait(kind, 'tellsEnd') && data?.isRead === false,
    isKnown: !isLoading || failureCount > 0,
    readers,
    told: readers.filter((language) => data?.[language]),
    awaiting: data?.awaiting ?? null,
    informed: data?.informed ?? { fr: 0, en: 0 },
  };
}

function LoadedNotices({ systemId, examId, kind, notes = none, readers = languages }: NoticeMailsProps) {
  const t = useT();
  const mails = useQuery(noticeOptions(systemId, examId, kind, useDebounced(notes, pauseMs)));
  return (
    <Loaded query={mails} lines={6}>
      {(preview) =>
        [...new Set([...readers, ...languages])].map((reader) => {
          const mail = preview[reader];
          return (
            <MailSection key={reader} reader={reader}>
              {mail ? (
                <>
                  <ReadMail mail={mail} reader={reader} />
                  {mail.calendarFile && (
                    <p className="text-sm">{t('Message.Attached', { name: mail.calendarFile })}</p>
                  )}
                </>
              ) : (
                <p className="text-ink">{t(`NoticeMails.Unchanged.${reader}`)}</p>
              )}
            </MailSection>
          );
        })
      }
    </Loaded>
  );
}

function noticeOptions(systemId: number, examId: number, kind: NoticeKind, notes: NoticeNotes) {
  const params = { systemId, examId };
  return queryOptions({
    ...query(previewNotice, { params, body: { kind, ...notes } }),
    // The mail without the latest words stays until the next preview has loaded.
    placeholderData: (before, shown) => {
      const asked = shown?.queryKey[1];
      return asked?.params.examId === examId && asked.body.kind === kind ? before : undefined;
    },
    // No cache: the exam may change meanwhile.
    gcTime: 0,
  });
}
