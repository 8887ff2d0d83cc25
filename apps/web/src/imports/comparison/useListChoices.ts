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
import { useNotice } from '../../core/parts/mails/TellThem.tsx';

export type ListChoicesView = ReturnType<typeof useListChoices>;
export type ListChanges = ListChoicesView['changed'];

const none: Comparison = {
  ...{ fingerprint: '', unchanged: 0 },
  ...{ changed: [], changedLeftOut: 0, missing: [], missingLeftOut: 0 },
};

const noDecisions: ReadonlyMap<string, boolean> = new Map();

/**
 * The ticks of a comparison: at first the corrections in which the list is probably right, and no removal. What somebody
 * ticked or unticked stays while the same list is read in another way; `list` names list and exam.
 */
export function useListChoices(found: Pick<Preview, 'comparison' | 'extraTimeMails'> = {}, list = '') {
  const { comparison = none, extraTimeMails = 0 } = found;
  const { fingerprint, changed, missing } = comparison;
  const [kept, keep] = useState({ list, decided: noDecisions });
  const { decided } = kept;
  const isTicked = (one: ChangedPart) => one.isAllowed && (decided.get(keyOfPart(one)) ?? one.isProbable);
  const isLeaving = (person: MissingPerson) => decided.get(keyOfPerson(person)) === true;
  const decide = (keys: readonly string[], isOn: boolean) =>
    keep({ list, decided: new Map([...decided, ...keys.map((key) => [key, isOn] as const)]) });
  const correcting = changed.filter(isTicked);
  const leaving = missing.filter(isLeaving);
  const tellable = leaving.filter(({ isMailed }) => isMailed).length;
  const notice = useNotice({ mayTell: tellable > 0, byDefault: true });
  // Another list begins anew.
  if (kept.list !== list) {
    keep({ list, decided: noDecisions });
    notice.reset();
  }
  const { sendEmail: tell, ...notes } = notice.body;
  const takeOut = leaving.map(({ userId }) => userId);
  const addresses = correcting.filter(({ part }) => part === 'email').length;
  const toldOfTime = correcting.filter(({ isTold }) => isTold).length;
  const awaited = correcting.filter(({ isLink }) => isLink).length;
  const isAny = correcting.length + leaving.length > 0;
  const choices: ListChoices | undefined = isAny
    ? { fingerprint, correct: idsByPart(correcting), takeOut, ...(tell && { tell, ...notes }) }
    : undefined;

  return {
    comparison,
    choices,
    notice,
    tellable,
    addresses,
    /** The numbers of what the import changes of people who are in the exam. */
    changed: {
      corrected: new Set(correcting.flatMap(({ userId, isLink }) => (isLink ? [] : userId))).size,
      /** New addresses that wait for the person's confirmation. */
      awaited,
      takenOut: leaving.length,
      /** The mails to people whom the list takes out, whose address it corrects or whose extra time it changes. */
      notices: extraTimeMails + toldOfTime + addresses + (tell ? tellable : 0),
    },
    isTicked,
    isLeaving,
    tick: (parts: readonly ChangedPart[], isOn: boolean) => decide(parts.map(keyOfPart), isOn),
    takeOut: (people: readonly MissingPerson[], isOn: boolean) => decide(people.map(keyOfPerson), isOn),
    /** The preview with corrected addresses: their lines make no account and send no invitation. */
    adjust: (preview: Preview) => adjusted(preview, correcting),
  };
}

export const keyOfPart = ({ part, userId }: ChangedPart) => `${part} ${userId}`;

const keyOfPerson = ({ userId }: MissingPerson) => `out ${userId}`;

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
    mails: { ...mails, ...Object.fromEntries(left) },
    rows: preview.rows.map((row) => (corrected.has(row.email) ? { ...row, outcome: 'alreadyInExam' } : row)),
  };
}
