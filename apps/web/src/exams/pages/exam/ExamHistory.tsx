import type { ListedAuditLine } from '@guichet/contract/core/audit';
import type { Exam } from '@guichet/contract/exams/exams';
import { listOpenRemovals } from '@guichet/contract/exams/places.removals';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditLinesOptions } from '../../../core/audit/audit.api.ts';
import { useAuditWords } from '../../../core/audit/useAuditWords.ts';
import { query } from '../../../core/call/query.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useOwnSystems } from '../../../identity/access/useOwnSystems.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { PutBackDialog } from '../../places/removals/PutBackDialog.tsx';

/** The audit lines of an exam and its candidates, newest first; a removal can be undone from its line. */
export function ExamHistory({ systemId, exam }: { systemId: number; exam: Pick<Exam, 'id' | 'title'> }) {
  const t = useT();
  const history = useInfiniteQuery(auditLinesOptions({ systemId, examId: exam.id }));
  const [removalId, putBack] = useState<string | null>(null);
  const all = history.data?.pages.flatMap(({ lines }) => lines) ?? [];
  const open = useQuery({
    ...query(listOpenRemovals, { params: { systemId, examId: exam.id } }),
    enabled: all.some((line) => removalOf(line, exam.id)),
  });
  return (
    <Card title={t('ExamPage.History')}>
      <Loaded query={history} lines={4}>
        {() => <Lines examId={exam.id} lines={all} open={open.data ?? []} onPutBack={putBack} />}
      </Loaded>
      {history.hasNextPage && (
        <SmallButton onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage}>
          {t('ExamPage.History.More')}
        </SmallButton>
      )}
      <PutBackDialog systemId={systemId} exam={exam} removalId={removalId} onClose={() => putBack(null)} />
    </Card>
  );
}

/** The id of the removal in a line that took people out of this exam; null for any other line. */
function removalOf({ action, subject, detail }: ListedAuditLine, examId: number): string | null {
  const { removalId } = detail;
  const isOfThis = action === 'candidate.unenrolled' || subject === `exam:${examId}`;
  return isOfThis && typeof removalId === 'string' ? removalId : null;
}

interface LinesProps {
  examId: number;
  lines: readonly ListedAuditLine[];
  /** The removals of whom somebody is still out. */
  open: readonly string[];
  onPutBack: (removalId: string) => void;
}

function Lines({ lines, ...of }: LinesProps) {
  const { t, longDateTime } = useTexts();
  const { systemName } = useOwnSystems();
  const say = useAuditWords(systemName);
  if (lines.length === 0) return <p className="text-muted">{t('ExamPage.History.Empty')}</p>;
  return (
    <ol className="flex flex-col gap-2.5">
      {lines.map((line) => (
        <li key={line.id} className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block text-ink">
            {line.subject?.startsWith('user:')
              ? t('Audit.Fact', { name: say.action(line), value: say.subject(line) })
              : say.action(line)}
          </span>
          <span className="block text-muted text-sm">
            <time dateTime={line.at.toISOString()}>{longDateTime(line.at)}</time> · {say.actor(line)}
          </span>
          {say.details(line).map(({ name, value }) => (
            // Two facts can have the same name, for example the names of people and their number.
            <span key={`${name} ${value}`} className="block text-muted text-sm">
              {t('Audit.Fact', { name, value })}
            </span>
          ))}
          <PutBackButton {...of} line={line} action={say.action(line)} />
        </li>
      ))}
    </ol>
  );
}

interface PutBackButtonProps extends Omit<LinesProps, 'lines'> {
  line: ListedAuditLine;
  /** The action of the line, in words. */
  action: string;
}

function PutBackButton({ line, action, examId, open, onPutBack }: PutBackButtonProps) {
  const { t, longDateTime } = useTexts();
  const removalId = removalOf(line, examId);
  if (removalId === null || !open.includes(removalId)) return null;
  return (
    <div className="mt-1">
      <SmallButton
        aria-label={t('PutBack.OpenOf', { action, when: longDateTime(line.at) })}
        onClick={() => onPutBack(removalId)}
      >
        {t('PutBack.Open')}
      </SmallButton>
    </div>
  );
}
