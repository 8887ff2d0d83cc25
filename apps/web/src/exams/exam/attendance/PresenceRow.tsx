import { type ListedUser, type PresenceState, presenceStates } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
import { today, useTexts } from '../../../core/i18n/formats.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { StateMark } from '../../../ui/states/StateMark.tsx';
import { formatListName } from './presence.ts';

export interface PresenceRowProps {
  person: ListedUser;
  /** As last pressed here, or as the server has it. */
  presence: PresenceState | null;
  examDate: string;
  /** Their extra time in words, where it is to be shown. */
  extraTime: string | undefined;
  /** Whether the press could not be sent yet. */
  isKept: boolean;
  /** Why the last press does not count. */
  trouble: ReactNode;
  /** Null where nobody can be ticked yet. */
  onTick: ((presence: PresenceState | null) => void) | null;
}

/** A candidate with two large buttons, on one line of a wide screen; a second press takes the tick back. */
export function PresenceRow(props: PresenceRowProps) {
  const { person, presence, examDate, extraTime, isKept, trouble, onTick } = props;
  const { t, time, longDateTime } = useTexts();
  const name = formatListName(person);
  const ticked = person.presence?.state === presence ? person.presence : null;
  const when = ticked && (today(ticked.at) === examDate ? time(ticked.at) : longDateTime(ticked.at));
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-line border-b px-5 py-1 last:border-b-0 max-sm:py-2">
      <div className="wrap-anywhere min-w-0 flex-1 basis-56 leading-snug">
        <p className="flex flex-wrap items-baseline gap-x-3 font-medium text-ink">
          {name}
          {extraTime && <span className="text-sm">{t('Presence.ExtraTime', { time: extraTime })}</span>}
        </p>
        <div className="text-muted text-sm md:flex md:gap-x-3">
          <p className="shrink-0 empty:hidden">
            {[person.studentNumber ?? person.email, person.isAttested && t('UserInfo.Exam.Attested')]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {/* The line is there before the tick, so that no press moves the next person. */}
          <p className="min-h-5 md:truncate">
            {isKept ? (
              <StateMark tone="warning">{t('Presence.Kept')}</StateMark>
            ) : (
              when &&
              (ticked?.by
                ? t('Presence.TickedBy', { when, name: ticked.by })
                : t('Presence.Ticked', { when }))
            )}
          </p>
        </div>
        {trouble && (
          <p role="alert" className="text-danger-ink text-sm">
            {trouble}
          </p>
        )}
      </div>
      {onTick && (
        <div
          role="toolbar"
          aria-label={t('List.ActionsOf', { name })}
          className="flex w-full gap-2 *:min-h-12! *:flex-1 sm:w-auto sm:*:min-h-11! sm:*:w-32"
        >
          {presenceStates.map((state) => (
            <Button
              key={state}
              variant={presence !== state ? 'secondary' : state === 'present' ? 'primary' : 'danger'}
              aria-pressed={presence === state}
              aria-label={t('Presence.TickOf', { state: t(`Presence.${state}`), name })}
              onClick={() => onTick(presence === state ? null : state)}
            >
              {t(`Presence.${state}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
