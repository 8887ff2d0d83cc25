import { type UndoCounts, type UndoPreview, undoReasons } from '@guichet/contract/imports/imports.past';
import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';

export function UndoSummary({ preview, exam }: { preview: UndoPreview; exam: string }) {
  const t = useT();
  const { counts, stays } = preview;
  const goes = listParts(counts);
  // A sent mail is no reason to stay: its reader may well be taken out.
  const reasons = undoReasons.filter((reason) => stays[reason] && reason !== 'mailSent');
  return (
    <>
      {goes.length > 0 ? (
        <Lines title={t('Import.Undo.Goes', { exam })}>
          {goes.map((part) => (
            <li key={part}>{t(`Import.Undo.Count.${part}`, { count: counts[part] ?? 0 })}</li>
          ))}
        </Lines>
      ) : (
        <Notice>{t('Import.Undo.Nothing')}</Notice>
      )}
      {reasons.length > 0 && (
        <Lines title={t('Import.Undo.Stays')}>
          {reasons.map((reason) => (
            <li key={reason}>
              {t('Import.Undo.ReasonCount', {
                reason: t(`Import.Undo.Reason.${reason}`),
                count: stays[reason] ?? 0,
              })}
            </li>
          ))}
        </Lines>
      )}
      {stays.mailSent !== undefined && (
        <Notice tone="warning" title={t('Import.Undo.MailsSent', { count: stays.mailSent })}>
          {t('Import.Undo.MailsLeft')}
        </Notice>
      )}
    </>
  );
}

/** The kinds of things that an undo takes back, in the order of the page. */
export function listParts(counts: UndoCounts) {
  const parts = ['enrolments', 'accounts', 'roles', 'mails', 'places', 'corrections', 'extraTimes'] as const;
  return [...parts, 'removals' as const].filter((part) => (counts[part] ?? 0) > 0);
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="mt-1 list-disc pl-5 text-ink tabular-nums">{children}</ul>
    </section>
  );
}
