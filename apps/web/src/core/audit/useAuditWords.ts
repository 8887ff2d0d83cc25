import { auditActions, auditGroups, type ListedAuditLine, recordedTries } from '@guichet/contract/core/audit';
import { auditDetails } from '@guichet/contract/core/audit.details';
import { useTexts } from '../i18n/formats.ts';
import { nameContent } from '../parts/contents/nameContent.ts';
import {
  type DayForms,
  detailName,
  factsOfChange,
  inReadingOrder,
  type SystemName,
  textOfField,
  valueWords,
} from './auditValues.ts';
import type { AuditRow } from './foldLines.ts';

export interface AuditFact {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** The texts of audit lines. Days are in words, unless `inFile` gives the forms of a file. */
export function useAuditWords(systemName: SystemName, inFile?: DayForms) {
  const { t, language, longDay, longDateTime, hour, number, list } = useTexts();
  const { day, dateTime } = inFile ?? { day: longDay, dateTime: longDateTime };
  const words = { t, day, dateTime, hour, number, systemName };
  /** The one or two fields of an account that were changed; more stand in the details alone. */
  const changed = (action: string, detail: ListedAuditLine['detail']) => {
    const fields = auditDetails.filter((key) => key !== 'name' && key in detail);
    if (action !== 'user.corrected' || fields.length > 2) return '';
    return list(fields.map((key) => detailName(key, t).replace(/^./, (first) => first.toLocaleLowerCase())));
  };
  return {
    actor: ({ actorId, actor }: ListedAuditLine) =>
      actorId === null ? t(actor === '' ? 'Audit.Visitor' : 'Audit.Portal') : actor,
    system: ({ systemId, alsoIn = [] }: AuditRow) =>
      [systemId, ...alsoIn].map(systemName).filter(Boolean).join(', '),
    /** An action of an older version has no label any more, so the stored name shows. */
    action: ({ action, detail, examEn, tries = 1 }: AuditRow) => {
      const isOfOne = action === 'candidates.unenrolled' && detail.candidates === 1;
      const known = knownActions.find((one) => one === (isOfOne ? 'candidate.unenrolled' : action));
      const change = valueWords.get(`${action}:${detail.change}`);
      const name = change ? t(change) : known ? t(`Audit.Action.${known}`) : action;
      const value =
        tries > 1
          ? t(`Audit.Tries.${tries < recordedTries ? 'exact' : 'orMore'}`, { count: tries })
          : action.startsWith('candidate.') && detail.exam
            ? String((language === 'en' ? examEn : null) ?? detail.exam)
            : changed(action, detail);
      return value ? t('Audit.Fact', { name, value }) : name;
    },
    subject: ({ action, subject, subjectName, subjectNameEn, detail, examEn, people }: ListedAuditLine) => {
      const [kind, , ...rest] = (subject ?? '').split(':');
      if (rest[0] === 'fr' || rest[0] === 'en') {
        if (kind === 'message') return t(`Audit.Message.${rest[0]}`);
        if (kind === 'reminder') return t(`Audit.Reminder.${rest[0]}`);
      }
      // The details have the language of a content item; a banner is its system's.
      if (kind === 'content') return nameContent(t, rest[0] ?? '');
      if (kind === 'broadcast') return t('Broadcast.Title');
      if (kind === 'university') return t('University.Title');
      if (kind === 'banner') return '';
      const name = (language === 'en' ? subjectNameEn : null) ?? subjectName ?? subject ?? '';
      if (action !== 'candidates.moved' || !detail.exam) return name;
      const to = String((language === 'en' ? examEn : null) ?? detail.exam);
      const change = t('Audit.Change', { from: name, to });
      return people.length > 0 ? t('Audit.Fact', { name: people.join(', '), value: change }) : change;
    },
    details: ({ detail, people, examEn }: ListedAuditLine): AuditFact[] => [
      ...(people.length > 0 ? [{ key: 'people', name: t('Audit.People'), value: people.join(', ') }] : []),
      ...inReadingOrder(auditDetails, (key) => key)
        .filter((key) => !hidden.has(key) && (detail[key] ?? '') !== '')
        // Zero cancelled mails are no news.
        .filter((key) => (key !== 'mailsCancelled' && key !== 'mailsUnderWay') || detail[key] !== 0)
        // The number is left out when all candidates are listed by name.
        .filter((key) => key !== 'candidates' || people.length === 0 || detail[key] !== people.length)
        .map((key) => ({
          key,
          name: detailName(key, t),
          value: textOfField(
            key,
            key === 'exam' && language === 'en' ? (examEn ?? detail[key]) : detail[key],
            words,
          ),
        })),
      ...factsOfChange(detail, words),
    ],
  };
}

const knownActions = auditGroups.flatMap((group) => [...auditActions[group]]);

/** Details not shown here: changes stand field by field, the heading has the name, and database ids mean nothing to a reader. */
const hidden: ReadonlySet<string> = new Set([
  'after',
  'before',
  'name',
  'examId',
  'importId',
  'imports',
  'label',
  'removalId',
  'userIds',
]);
