import type { PinnedAuditLine } from '@guichet/contract/core/audit';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { useFormats, useT } from '../i18n/formats.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface PinnedLinesProps {
  lines: readonly PinnedAuditLine[];
  systemName: SystemName;
  onOpen: (line: PinnedAuditLine) => void;
}

/** New super admins, pinned above the log, since a wrong one is undone only if somebody notices. */
export function PinnedLines({ lines, systemName, onOpen }: PinnedLinesProps) {
  const t = useT();
  const { ago } = useFormats();
  const say = useAuditWords(systemName);
  const now = new Date();
  return (
    <div className="border-line border-b px-5 py-3">
      <Notice tone="warning" title={t('Audit.Pinned')}>
        <ul>
          {lines.map((line) => {
            const person = say.subject(line);
            return (
              <li key={line.id} className="wrap-anywhere flex items-center gap-2">
                {t(line.isTakenBack ? 'Audit.Pinned.TakenBack' : 'Audit.Pinned.Line', {
                  person,
                  actor: say.actor(line),
                  when: ago(line.at, now),
                })}
                <IconButton
                  icon={EyeIcon}
                  label={t('Audit.Pinned.Open', { person })}
                  onClick={() => onOpen(line)}
                />
              </li>
            );
          })}
        </ul>
      </Notice>
    </div>
  );
}
