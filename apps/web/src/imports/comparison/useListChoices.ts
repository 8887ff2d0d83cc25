import { languages } from '@guichet/contract/core/language';
import type { Preview } from '@guichet/contract/imports/imports';
import {
  type ChangedPart,
  type Comparison,
  correctedParts,
  type ListChoices,
  type MissingPerson,
} from '@guichet/contract/imports/imports.comparison';
import { useState } from 'react';
import { useNotice } from '../../core/parts/mails/useNotice.ts';

export type ListChoicesView = ReturnType<typeof useListChoices>;

const none: Comparison = {
  ...{ fingerprint: '', unchanged: 0 },
  ...{ changed: [], changedLeftOut: 0, missing: [], missingLeftOut: 0 },
};

/** The ticks of a comparison: at first the corrections in which the list is probably right, and no removal. */
export function useListChoices(comparison: Comparison = none) {
  const { fingerprint, changed, missing } = comparison;
  const first = () => ({
    fingerprint,
    parts: new Set(changed.filter(({ isAllowed, isProbable }) => isAllowed && isProbable).map(keyOfPart)),
    leaving: new Set<number>(),
  });
  const [kept, keep] = useState(first);
  const chosen = kept.fingerprint === fingerprint ? kept : first();
  const correcting = changed.filter((one) => chosen.parts.has(keyOfPart(one)));
  const leaving = missing.filter(({ userId }) => chosen.leaving.has(userId));
  const tellable = leaving.filter(({ isMailed }) => isMailed).length;
  const notice = useNotice({ mayTell: tellable > 0, byDefault: true });
  const { sendEmail: tell, ...notes } = notice.body;
  const takeOut = leaving.map(({ userId }) => userId);
  const isAny = correcting.length + leaving.length > 0;
  const choices: ListChoices | undefined = isAny
    ? { fingerprint, correct: idsByPart(correcting), takeOut, ...(tell && { tell, ...notes }) }
    : undefined;

  return {
    comparison,
    choices,
    notice,
    tellable,
    corrected: new Set(correcting.map(({ userId }) => userId)).size,
    addresses: correcting.filter(({ part }) => part === 'email').length,
    takenOut: leaving.length,
    isTicked: (part: ChangedPart) => chosen.parts.has(keyOfPart(part)),
    isLeaving: ({ userId }: MissingPerson) => chosen.leaving.has(userId),
    tick: (parts: readonly ChangedPart[], isTicked: boolean) =>
      keep({ ...chosen, parts: changedSet(chosen.parts, parts.map(keyOfPart), isTicked) }),
    takeOut: (people: readonly MissingPerson[], isTicked: boolean) =>
      keep({
        ...chosen,
        leaving: changedSet(
          chosen.leaving,
          people.map(({ userId }) => userId),
          isTicked,
        ),
      }),
    /** The preview with corrected addresses: their lines make no account and send no invitation. */
    adjust: (preview: Preview) => adjusted(preview, correcting),
  };
}

export const keyOfPart = ({ part, userId }: ChangedPart) => `${part} ${userId}`;

function changedSet<T>(set: ReadonlySet<T>, keys: readonly T[], isIn: boolean): Set<T> {
  const changing = new Set(keys);
  return new Set([...[...set].filter((key) => !changing.has(key)), ...(isIn ? keys : [])]);
}

function idsByPart(correcting: readonly ChangedPart[]): ListChoices['correct'] {
  const idsOf = (wanted: string) => correcting.flatMap(({ part, userId }) => (part === wanted ? userId : []));
  return Object.fromEntries(correctedParts.map((part) => [part, idsOf(part)]));
}

function adjusted(preview: Preview, correcting: readonly ChangedPart[]): Preview {
  const addresses = correcting.filter(({ part }) => part === 'email');
  if (addresses.length === 0) return preview;
  const corrected = new Set(addresses.map(({ to }) => to));
  const { counts, mails } = preview;
  const left = languages.map((language) => {
    const fewer = addresses.filter((one) => one.language === language).length;
    return [language, Math.max(0, mails[language] - fewer)];
  });
  return {
    ...preview,
    counts: {
      ...counts,
      newAccount: counts.newAccount - corrected.size,
      alreadyInExam: counts.alreadyInExam + corrected.size,
    },
    mails: Object.fromEntries(left) as Preview['mails'],
    rows: preview.rows.map((row) => (corrected.has(row.email) ? { ...row, outcome: 'alreadyInExam' } : row)),
  };
}
