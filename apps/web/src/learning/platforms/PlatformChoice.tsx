import {
  listPlatforms,
  type MovePreview,
  moveSystem,
  type PlatformList,
  previewMove,
  tryPlatform,
} from '@guichet/contract/learning/learning.platforms';
import { useEffect, useRef, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { isAnswerGood, Said } from './PlatformTrial.tsx';
import { makeTrial, toDraft } from './platformDraft.ts';

export interface PlatformChoiceProps {
  system: { readonly id: number; readonly slug: string };
  state: 'none' | 'chosen' | 'done';
  onState: (state: PlatformChoiceProps['state']) => void;
  /** The number of saves refused because the move of the system is still to be confirmed. */
  refused: number;
}

/** The platform of a system. Another choice first shows what would move. Nothing without a platform. */
export function PlatformChoice(props: PlatformChoiceProps) {
  const list = useQuery(query(listPlatforms)).data;
  const [moved, setMoved] = useState('');
  if (!list || list.platforms.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <Choice key={currentOf(list, props.system.id)} {...props} list={list} onMoved={setMoved} />
      {props.state === 'done' && <Moved system={props.system} name={moved} />}
    </div>
  );
}

/** The id of a system's platform; null for the platform of the settings. */
function currentOf({ platforms }: PlatformList, systemId: number): number | null {
  const own = platforms.find(({ systems }) => systems.some((system) => system.systemId === systemId));
  return own?.id ?? null;
}

interface ChoiceProps extends PlatformChoiceProps {
  list: PlatformList;
  onMoved: (name: string) => void;
}

function Choice({ system, state, onState, refused, list, onMoved }: ChoiceProps) {
  const t = useT();
  const current = currentOf(list, system.id);
  const [chosen, choose] = useState(current);
  const params = { systemId: system.id };
  const preview = useQuery({
    ...query(previewMove, { params, body: { platformId: chosen } }),
    enabled: chosen !== current,
  });
  const move = useCall(moveSystem);
  const trial = useCall(tryPlatform);
  const isDoubtful = trial.isError || (trial.data !== undefined && !isAnswerGood(trial.data));
  const target = list.platforms.find(({ id }) => id === chosen)?.name ?? t('Platforms.Environment');

  function confirm() {
    const onSuccess = () => {
      onMoved(target);
      onState('done');
    };
    move.mutate({ params, body: { platformId: chosen } }, { onSuccess });
  }

  return (
    <>
      <Select
        name="platformId"
        label={t('Platforms.OfSystem')}
        hint={t('Platforms.OfSystem.Hint')}
        value={String(chosen ?? '')}
        disabled={move.isPending}
        error={refused > 0 && t('Platforms.Unmoved')}
        onChange={({ target: { value } }) => {
          const wanted = value === '' ? null : Number(value);
          move.reset();
          trial.reset();
          choose(wanted);
          const platform = list.platforms.find(({ id }) => id === wanted);
          if (platform && wanted !== current)
            trial.mutate({ body: makeTrial(toDraft(platform), platform.id) });
          onState(wanted === current ? 'none' : 'chosen');
        }}
      >
        <option value="">{t('Platforms.Environment')}</option>
        <Options of={list.platforms} each={({ id, name }) => [id, name]} />
      </Select>
      {chosen !== current && state !== 'done' && (
        <Loaded query={preview} lines={2}>
          {(counts) => (
            <Notice
              tone={isDoubtful ? 'danger' : 'warning'}
              role="status"
              title={t('Platforms.Move.Title', { name: target })}
              action={
                <Button variant="primary" busy={move.isPending || trial.isPending} onClick={confirm}>
                  {t('Platforms.Move', { name: target })}
                </Button>
              }
            >
              {trial.isPending && <p>{t('Providers.Trying')}</p>}
              {isDoubtful && <p>{t('Platforms.SaveAnyway.Failed')}</p>}
              {trial.data && isDoubtful && <Said remarks={trial.data.problems} />}
              {trial.data && !isDoubtful && <p>{t('Platforms.Try.Good')}</p>}
              <MoveCounts counts={counts} />
            </Notice>
          )}
        </Loaded>
      )}
      <FailureNotice failure={move.error} />
    </>
  );
}

/** Takes the focus, since the button that moved the system is gone. */
function Moved({ system, name }: Pick<PlatformChoiceProps, 'system'> & { name: string }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice
        tone="success"
        role="status"
        title={t('Platforms.Moved', { name })}
        action={<SmallLink href={`/${system.slug}/configuration`}>{t('Platforms.Moved.Open')}</SmallLink>}
      >
        {t('Platforms.Moved.Progress')}
      </Notice>
    </div>
  );
}

function MoveCounts({ counts }: { counts: MovePreview }) {
  const t = useT();
  const { courses, enrolments, left, past, semesterId, templateId } = counts;
  const lines = [
    courses === 0 ? t('Platforms.Move.Nothing') : t('Platforms.Move.Made', { courses, enrolments }),
    ...(left > 0 ? [t('Platforms.Move.Left', { count: left })] : []),
    ...(past > 0 ? [t('Platforms.Move.Past', { count: past })] : []),
    ...(semesterId !== null || templateId !== null ? [t('Platforms.Move.Numbers')] : []),
  ];
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
