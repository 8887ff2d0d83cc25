import type { ListedAuditLine } from '@guichet/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useOwnSystems } from '../../features/access/useOwnSystems.ts';
import { auditLinesOptions } from '../../features/audit/audit.api.ts';
import { useAuditWords } from '../../features/audit/useAuditWords.ts';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** What was done with an exam and with single candidates of it, newest first. */
export function ExamHistory({ systemId, cohortId }: { systemId: number; cohortId: number }) {
  const t = useT();
  const history = useInfiniteQuery(auditLinesOptions({ systemId, cohortId }));
  return (
    <Card title={t('ExamPage.History')}>
      <Loaded query={history} lines={4}>
        {({ pages }) => <Lines lines={pages.flatMap(({ lines }) => lines)} />}
      </Loaded>
      {history.hasNextPage && (
        <Button size="sm" onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage}>
          {t('ExamPage.History.More')}
        </Button>
      )}
    </Card>
  );
}

function Lines({ lines }: { lines: readonly ListedAuditLine[] }) {
  const t = useT();
  const { dateTime } = useFormats();
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
            <time dateTime={line.at.toISOString()}>{dateTime(line.at)}</time> · {say.actor(line)}
          </span>
          {say.details(line).map(({ name, value }) => (
            <span key={name} className="block text-muted text-sm">
              {t('Audit.Fact', { name, value })}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
