import type { ListedAuditLine } from '@guichet/contract/audit';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export function AuditFacts({ line, systemName }: { line: ListedAuditLine; systemName: SystemName }) {
  const t = useT();
  const { exact } = useFormats();
  const say = useAuditWords(systemName);
  const facts = [
    { name: t('Audit.What'), value: say.action(line) },
    { name: t('Audit.Subject'), value: say.subject(line) },
    { name: t('Audit.Who'), value: say.actor(line) },
    { name: t('Audit.InTheNameOf'), value: line.onBehalfOf ?? '' },
    { name: t('Audit.System'), value: systemName(line.systemId) },
    { name: t('Audit.When'), value: exact(line.at) },
    ...say.details(line),
    { name: t('Audit.Number'), value: String(line.id) },
  ].filter(({ value }) => value !== '');
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted text-sm sm:py-0.5">{name}</dt>
          <dd className="text-ink [overflow-wrap:anywhere] max-sm:pb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
