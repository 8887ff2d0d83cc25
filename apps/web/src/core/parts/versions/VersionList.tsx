import type { Language } from '@guichet/contract/core/language';
import { ChevronRightIcon } from '../../../ui/icons/moreIcons.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { useT, useTexts } from '../../i18n/formats.ts';

export interface ListedVersion {
  readonly id: number;
  readonly savedAt: Date;
  readonly savedBy: string | null;
  /** A line before the beginning, for example the subject of a message. */
  readonly heading?: string;
  /** Null when the text was removed. */
  readonly beginning: string | null;
  readonly fileName?: string | null;
}

export interface VersionListProps {
  language: Language;
  current: ListedVersion;
  earlier: readonly ListedVersion[];
  onChoose: (version: ListedVersion) => void;
}

/** The current text, with the earlier versions below, which can be opened and restored. */
export function VersionList({ language, current, earlier, onChoose }: VersionListProps) {
  const t = useT();
  const row = 'flex w-full items-center gap-4 px-4 py-3 text-start';
  return (
    <ol className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
      <li className={row}>
        <VersionWords version={current} language={language} isCurrent />
      </li>
      {earlier.map((version) => (
        <li key={version.id}>
          {version.beginning === null ? (
            <div className={row}>
              <VersionWords version={version} language={language} />
            </div>
          ) : (
            <button
              type="button"
              onClick={() => onChoose(version)}
              className={`${row} cursor-pointer transition-colors hover:bg-sunken`}
            >
              <VersionWords version={version} language={language} />
              <ChevronRightIcon size={18} className="shrink-0 text-muted" />
              <span className="sr-only">{t('Versions.Look')}</span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

interface VersionWordsProps {
  version: ListedVersion;
  language: Language;
  isCurrent?: boolean;
}

function VersionWords({ version, language, isCurrent = false }: VersionWordsProps) {
  const { t, longDateTimeToSecond } = useTexts();
  const { savedAt, savedBy, heading, beginning, fileName } = version;
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium text-ink tabular-nums">{longDateTimeToSecond(savedAt)}</span>
        <span className="text-muted text-sm [overflow-wrap:anywhere]">
          {savedBy ?? t('Versions.ByProgram')}
        </span>
        {isCurrent && <StateChip tone="info">{t('Versions.Current')}</StateChip>}
      </span>
      {heading && (
        <span lang={language} className="text-ink text-sm [overflow-wrap:anywhere]">
          {heading}
        </span>
      )}
      <span className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">
        {beginning === null && t('Versions.Removed')}
        {beginning === '' && t('Versions.Empty')}
        {beginning && <span lang={language}>{beginning}</span>}
      </span>
      {fileName && (
        <span className="text-muted text-sm [overflow-wrap:anywhere]">
          {t('Message.Attached', { name: fileName })}
        </span>
      )}
    </span>
  );
}
