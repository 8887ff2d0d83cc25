import { type Audience, audiences } from '@guichet/contract/exams/notices.reminders';
import { today, useT } from '../../../../core/i18n/formats.ts';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { countReaders, type FoundLetter } from '../../../notices/letters/letterCounts.ts';
import type { LetterDraft } from '../../../notices/letters/letterDraft.ts';
import { useSayNames } from '../../../places/removals/useRemovalToast.ts';
import { LetterHints } from './LetterHints.tsx';

export interface LetterPeopleProps {
  letter: LetterDraft;
  examDate: string;
  /** Whom the letter would reach now; undefined while it is loading. */
  found: FoundLetter | undefined;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** To whom the letter goes; single people are chosen in the list of the exam. */
export function LetterPeople({ letter, examDate, found, onChange }: LetterPeopleProps) {
  const t = useT();
  const sayNames = useSayNames();
  const { audience, people, withoutUnknown } = letter;
  const isOffered: Readonly<Record<Audience, boolean>> = {
    all: true,
    notSignedIn: true,
    present: examDate <= today(new Date()),
    attested: examDate <= today(new Date()),
    chosen: people.length > 0,
  };
  const offered = audiences.filter((one) => isOffered[one] || one === audience);
  const sayReach = (counts: ReturnType<typeof countReaders>) => {
    const only = counts.en === 0 ? 'fr' : counts.fr === 0 ? 'en' : null;
    return only && counts.count > 1 ? t(`Letter.Reach.All.${only}`, counts) : t('Letter.Reach', counts);
  };
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
          {found && sayReach(countReaders(found))}
        </p>
        <p className="text-muted text-sm">
          {audience === 'chosen' ? sayNames(people) : t(`Letter.Audience.${audience}.Note`)}
        </p>
        {found && <LetterHints found={found} withoutUnknown={withoutUnknown} onChange={onChange} />}
        {people.length === 0 && <p className="text-muted text-sm">{t('Letter.Choose')}</p>}
      </div>
    </Card>
  );
}
