import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { previewLetter } from '@guichet/contract/exams/letters';
import { useT } from '../../../../core/i18n/useT.ts';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import type { LetterDraft } from '../../../letters/letterDraft.ts';
import { useSayNames } from '../../../places/removals/useRemovalToast.ts';

export interface LetterPeopleProps {
  letter: LetterDraft;
  /** Whom the letter would reach now; undefined while it is loading. */
  found: ReplyOf<typeof previewLetter> | undefined;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** To whom the letter goes; single people are chosen in the list of the exam. */
export function LetterPeople({ letter, found, onChange }: LetterPeopleProps) {
  const t = useT();
  const sayNames = useSayNames();
  const { audience, people } = letter;
  const offered =
    people.length > 0 ? (['all', 'notSignedIn', 'chosen'] as const) : (['all', 'notSignedIn'] as const);
  const count = (found?.people.fr ?? 0) + (found?.people.en ?? 0);
  return (
    <Card title={t('Letter.People')}>
      <div className="flex flex-col gap-3">
        <Segmented
          legend={t('Letter.People')}
          value={audience}
          onChange={(value) => onChange({ audience: value })}
          options={offered.map((value) => ({
            value,
            label: t(`Letter.Audience.${value}`, { count: people.length }),
          }))}
        />
        <p role="status" className="text-ink">
          {found && t('Letter.Reach', { count, fr: found.people.fr, en: found.people.en })}
        </p>
        <p className="text-muted text-sm">
          {audience === 'chosen' ? sayNames(people) : t(`Letter.Audience.${audience}.Note`)}
        </p>
        {people.length === 0 && <p className="text-muted text-sm">{t('Letter.Choose')}</p>}
      </div>
    </Card>
  );
}
