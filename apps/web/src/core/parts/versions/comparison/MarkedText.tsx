import type { Language } from '@guichet/contract/core/language';
import clsx from 'clsx';
import { diffWordsWithSpace } from 'diff';
import { useT } from '../../../i18n/useT.ts';

export interface MarkedTextProps {
  stretches: readonly Stretch[];
  side: 'left' | 'right';
  lang: Language;
}

const marks = {
  left: 'bg-accent-soft text-accent-ink',
  right: 'bg-warning-soft text-warning-ink',
};

/** A text with its differing words marked by colour and a line below. */
export function MarkedText({ stretches, side, lang }: MarkedTextProps) {
  const t = useT();
  if (stretches.every(({ text }) => text === ''))
    return <p className="text-muted text-sm italic">{t('Versions.Empty')}</p>;
  return (
    <p
      lang={lang}
      className="whitespace-pre-line rounded-md border border-line bg-surface p-3 text-ink text-sm [overflow-wrap:anywhere]"
    >
      {keyed(stretches).map(({ key, text, isOwn }) =>
        isOwn ? (
          <mark
            key={key}
            className={clsx('rounded-sm underline decoration-2 underline-offset-2', marks[side])}
          >
            {text}
          </mark>
        ) : (
          <span key={key}>{text}</span>
        ),
      )}
    </p>
  );
}

/** Gives each part its character offset as key. */
function keyed(stretches: readonly Stretch[]) {
  let at = 0;
  return stretches.map((stretch) => {
    const key = at;
    at += stretch.text.length;
    return { key, ...stretch };
  });
}

/** A part of a text; `isOwn` when only this text has it. */
interface Stretch {
  readonly text: string;
  readonly isOwn: boolean;
}

export interface Differences {
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
  readonly isSame: boolean;
}

/** After this time, the texts have too little in common, and are marked whole. */
const patienceMilliseconds = 400;

/** Compares two texts word by word. */
export function compareTexts(left: string, right: string): Differences {
  const parts = diffWordsWithSpace(left, right, { timeout: patienceMilliseconds });
  if (!parts) return { left: whole(left), right: whole(right), isSame: false };
  return {
    left: parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isOwn: removed })),
    right: parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isOwn: added })),
    isSame: left === right,
  };
}

function whole(text: string): Stretch[] {
  return [{ text, isOwn: true }];
}
