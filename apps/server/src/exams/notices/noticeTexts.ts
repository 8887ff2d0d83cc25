import type { Language } from '@guichet/contract/core/language';
import type { NoticeKind } from '@guichet/contract/exams/notices';
import { hasTrait } from '@guichet/contract/mail/outbox.purposes';
import { inParagraphs, mailWords } from '../../mail/texts/texts.service.ts';
import type { examWords } from '../facts/facts.service.ts';

/** A fact of an exam: whether it is set, was set, and has changed. */
export interface Change {
  readonly what: 'Title' | 'Date' | 'Time' | 'Place' | 'Instructions';
  readonly isSet: boolean;
  readonly wasSet: boolean;
  readonly isNew: boolean;
}

type Words = ReturnType<typeof examWords>;

export function listChanges(former: Words, now: Words): Change[] {
  return (
    [
      ['Title', former.examTitle, now.examTitle],
      ['Date', former.examDate, now.examDate],
      ['Time', former.examTime, now.examTime],
      ['Place', former.examPlace, now.examPlace],
      ['Instructions', former.examInstructions, now.examInstructions],
    ] as const
  ).map(([what, before, after]) => ({
    what,
    wasSet: before !== '',
    isSet: after !== '',
    isNew: before !== after,
  }));
}

/**
 * Subject, preheader and body of a notice, with placeholders; the body is HTML. The notice of a change gives
 * the changed facts, then the unchanged day, hours and place. `choosesPassword`: for people without a
 * password of their own. `hasNote`: the sender adds a paragraph of their own. `isRead`: somebody reads
 * answers to it. `hasFile`: it carries the exam as a cancelled calendar entry, where people are not to take it.
 * `hasDocuments`: an earlier mail about the exam brought documents.
 */
export function noticeText(
  kind: NoticeKind,
  language: Language,
  changes: readonly Change[],
  of: {
    readonly choosesPassword: boolean;
    readonly hasNote: boolean;
    readonly isRead: boolean;
    readonly hasFile: boolean;
    readonly hasDocuments: boolean;
  },
) {
  const { choosesPassword, hasNote, isRead, hasFile, hasDocuments } = of;
  const { greeting, notice: words } = mailWords[language];
  const { leads, subjects, preheaders } = words;
  const isChange = kind === 'examChanged';
  const changed = changes.filter(({ isNew }) => isChange && isNew);
  const staying = changes.filter(
    ({ what, isNew, isSet }) => isSet && !(isChange && isNew) && what !== 'Title' && what !== 'Instructions',
  );
  const told = [...changed, ...staying];
  const linesOf = (some: readonly Change[]) => some.map((change) => lineOf(words, change, kind));
  const body = [greeting, leads[kind]];
  if (hasNote) body.push('{{note}}');
  body.push(...linesOf(changed));
  if (isChange && staying.length > 0) body.push(words.same);
  if (!hasTrait(kind, 'tellsEnd'))
    body.push(
      ...linesOf(staying),
      ...(hasDocuments ? [words.documents] : []),
      ...(choosesPassword
        ? [words.noPassword, `<a href="{{setPasswordUrl}}">${words.choose}</a>`]
        : [`<a href="{{loginUrl}}">${words.signIn}</a>`]),
    );
  else {
    if (hasFile) body.push(words.calendar);
    const when = kind === 'examLeft' ? words.ask : words.questions;
    body.push([when, words.contact, ...(isRead ? [] : [words.unread])].join(' '));
  }
  body.push('{{systemTitle}}');
  const facts = told.flatMap(({ what, isSet }) => (isSet ? [factOf(words, what)] : []));
  const preheader = isChange ? facts.join(' · ') : preheaders[kind];
  return { subject: subjects[kind], preheader, body: inParagraphs(body) };
}

type LineWords = (typeof mailWords)[Language]['notice'];

/** The words for a fact in a preheader, which is one short line. */
function factOf({ newInstructions }: LineWords, what: Change['what']): string {
  if (what === 'Instructions') return newInstructions;
  return what === 'Title' ? '{{formerTitle}} → {{examTitle}}' : `{{exam${what}}}`;
}

/** `Date: Tuesday… / Before: Monday…`; of instructions, which may be long, only the present text. */
function lineOf(words: LineWords, { what, isSet, wasSet, isNew }: Change, kind: NoticeKind): string {
  const { names, open, before, unset, none } = words;
  if (what === 'Instructions')
    return `${names[what]}${isSet ? '<br>{{examInstructions}}' : ` <strong>${none}</strong>`}`;
  const now = `${names[what]} <strong>${isSet ? `{{exam${what}}}` : open}</strong>`;
  if (kind !== 'examChanged' || !isNew) return now;
  return `${now}<br>${before} ${wasSet ? `{{former${what}}}` : unset}`;
}
