import { listAuditLines } from '@guichet/contract/core/audit';
import { Facts } from '../../ui/layout/Facts.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { query, useQuery } from '../call/query.ts';
import { useT, useTexts } from '../i18n/formats.ts';
import { Loaded } from '../lists/states/Loaded.tsx';
import { SubjectDialog } from '../parts/dialogs/ClosableDialog.tsx';
import type { SystemName } from './auditValues.ts';
import { type AuditRow, foldLines } from './foldLines.ts';
import { useAuditWords } from './useAuditWords.ts';

type ExamHref = (systemId: number, examId: number) => string;

export interface AuditDialogProps {
  lineId: number | null;
  systemName: SystemName;
  examHref: ExamHref;
  onClose: () => void;
}

export function AuditDialog({ lineId, systemName, examHref, onClose }: AuditDialogProps) {
  const t = useT();
  return (
    <SubjectDialog of={lineId} onClose={onClose} title={() => t('Audit.Line')}>
      {(shownId) => <LoadedLine lineId={shownId} systemName={systemName} examHref={examHref} />}
    </SubjectDialog>
  );
}

interface LineProps extends Pick<AuditDialogProps, 'systemName' | 'examHref'> {
  lineId: number;
}

function LoadedLine({ lineId, ...words }: LineProps) {
  const t = useT();
  const line = useQuery({
    ...query(listAuditLines, { query: { before: lineId + 1, pageSize: 20 } }),
    // Null when the line does not exist or the reader may not see it.
    select: ({ lines }) => foldLines(lines).find(({ id }) => id === lineId) ?? null,
  });
  return (
    <Loaded query={line}>
      {(found) => (found ? <AuditFacts line={found} {...words} /> : <EmptyState title={t('Audit.Gone')} />)}
    </Loaded>
  );
}

interface FactsProps extends Omit<LineProps, 'lineId'> {
  line: AuditRow;
}

/** The facts of a line; a person, an exam, and the numbers of its people and mails, lead there. */
function AuditFacts({ line, systemName, examHref }: FactsProps) {
  const { t, exact } = useTexts();
  const say = useAuditWords(systemName);
  const { systemId } = line;
  const examId = Number(/^exam:(\d{1,15})$/.exec(line.subject ?? '')?.[1]);
  const exam = systemId !== null && examId > 0 ? examHref(systemId, examId) : null;
  const person = line.subjectEmail && `/configuration/users?q=${encodeURIComponent(line.subjectEmail)}`;
  const mails = exam && `/outbox?system=${systemId}&exam=${examId}`;
  const facts = [
    { name: t('Audit.What'), value: say.action(line) },
    { name: t('Audit.Subject'), value: linked(say.subject(line), exam ?? person) },
    { name: t('Audit.Who'), value: say.actor(line) },
    { name: t('Audit.InTheNameOf'), value: line.onBehalfOf ?? '' },
    { name: t('Audit.System'), value: say.system(line) },
    { name: t('Audit.When'), value: exact(line.at) },
    ...say.details(line).map(({ key, name, value }) => ({
      name,
      value: linked(value, ofPeople.has(key) ? exam : ofMails.has(key) ? mails : null),
    })),
    { name: t('Audit.Number'), value: String(line.id) },
  ].filter(({ value }) => value !== '');
  return <Facts facts={facts} />;
}

const ofPeople: ReadonlySet<string> = new Set([
  'candidates',
  'enrolments',
  'placed',
  'putBack',
  'rows',
  'takenOut',
]);
const ofMails: ReadonlySet<string> = new Set([
  'mailed',
  'mails',
  'mailsCancelled',
  'mailsUnderWay',
  'retried',
]);

function linked(text: string, href: string | null) {
  if (!href || text === '') return text;
  return (
    <a href={href} className="text-accent-ink underline-offset-4 hover:underline">
      {text}
    </a>
  );
}
