import type { Language } from '@guichet/contract/core/language';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { enqueueMail, openMailing } from '../../../mail/outbox/outbox.service.ts';
import { selectSystemLinks, titlesOf } from '../../access/access.service.ts';
import { fullNameOf } from '../people.ts';
import * as queries from './untold.queries.ts';

const mostAtOnce = 5000;
/** The most people of one programme whom a mail names. */
const mostNames = 20;

type Systems = Awaited<ReturnType<typeof selectSystemLinks>>;
type Reader = queries.Recipient & { readonly lines: readonly string[] };

/**
 * Tells guests, and the administrators of the systems that had their accounts, which system has enrolled them. Each reader
 * gets one mail about all enrolments since the last mail; a guest gets no mail about a system whose invitation they get
 * anyway.
 */
export async function tellOfGuests(context: AppContext): Promise<void> {
  await systemTransaction(context, async (tx) => {
    const guests = await queries.takeUntold(tx, mostAtOnce, context.clock.now());
    if (guests.length === 0) return;
    const systems = await selectSystemLinks(tx, 'all');
    const uninvited = guests.filter(({ isInvited, isActive }) => !isInvited && isActive);
    const persons = Map.groupBy(uninvited, ({ id }) => id);
    for (const [, places] of persons) {
      const [person] = places;
      if (!person) continue;
      const lines = places.map(({ systemId }) => titleOf(systems, systemId, person.language));
      await enqueue(context, tx, 'enrolledElsewhere', { ...person, lines: [...new Set(lines)] });
    }
    const administrators = await queries.selectAdministratorsOf(tx, [...new Set(guests.map(({ id }) => id))]);
    for (const [, rows] of Map.groupBy(administrators, ({ id }) => id)) {
      const [reader] = rows;
      if (!reader) continue;
      const own = new Set(rows.map(({ guestId }) => guestId));
      const told = guests.filter(({ id, systemId }) => own.has(id) && !reader.systemIds.includes(systemId));
      if (told.length === 0) continue;
      const lines = linesFor(told, systems, reader.language);
      await enqueue(context, tx, 'peopleEnrolledElsewhere', { ...reader, lines });
    }
  });
}

function linesFor(guests: readonly queries.Guest[], systems: Systems, language: Language): string[] {
  return [...Map.groupBy(guests, ({ systemId }) => systemId)].map(([systemId, people]) => {
    const names = people.slice(0, mostNames).map(fullNameOf).join(', ');
    const more = people.length - mostNames;
    const title = titleOf(systems, systemId, language);
    return more > 0
      ? words[language].andMore(title, names, more)
      : `${title}${words[language].colon} ${names}`;
  });
}

function titleOf(systems: Systems, systemId: number, language: Language): string {
  const system = systems.find((one) => one.systemId === systemId);
  return system ? titlesOf(system)[language] : '';
}

async function enqueue(context: AppContext, tx: WriteTx, purpose: Purpose, reader: Reader): Promise<void> {
  const { id, firstName, lastName, email, language, lines } = reader;
  const mailingId = await openMailing(context, tx, {
    systemId: null,
    purpose,
    language,
    frame: null,
    ...words[language][purpose],
    attachmentId: null,
    variables: { linkSystemId: null, request: lines.join('\n') },
  });
  const now = context.clock.now();
  const key = `${purpose}:${id}:${context.clock.uuid()}`;
  await enqueueMail(
    tx,
    { mailingId, systemId: null, key, userId: id, variables: { firstName, lastName, email } },
    now,
  );
}

type Purpose = 'enrolledElsewhere' | 'peopleEnrolledElsewhere';

/** Subject and body; `{{request}}` holds the lines. */
const words = {
  fr: {
    colon: '\u00a0:',
    andMore: (title: string, names: string, more: number) =>
      `${title}\u00a0: ${names}, et ${more} ${more > 1 ? 'autres personnes' : 'autre personne'}`,
    enrolledElsewhere: {
      subject: 'Vous êtes inscrit ou inscrite à un examen d’un autre programme',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Un autre programme a inscrit votre compte à un examen\u00a0:</p>
<p>{{request}}</p>
<p>Il voit votre nom, votre adresse et ce qu’il a lui-même noté de vous. Le reste de votre compte lui demeure caché tant que vous n’avez pas passé d’examen chez lui.</p>
<p><a href="{{examsUrl}}">Voir mes examens</a></p>
<p>Vous ne vous attendiez pas à cette inscription? Écrivez à ce programme, ou à celui qui vous connaît déjà.</p>`,
    },
    peopleEnrolledElsewhere: {
      subject: 'Des personnes de votre programme sont inscrites ailleurs',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>D’autres programmes ont inscrit à leurs examens des personnes de votre programme\u00a0:</p>
<p>{{request}}</p>
<p>Ils voient d’elles leur nom, leur adresse et ce qu’ils ont eux-mêmes noté, tant qu’elles n’ont pas passé d’examen chez eux. Vos droits sur ces comptes restent les mêmes.</p>`,
    },
  },
  en: {
    colon: ':',
    andMore: (title: string, names: string, more: number) =>
      `${title}: ${names}, and ${more} more ${more > 1 ? 'people' : 'person'}`,
    enrolledElsewhere: {
      subject: 'You have been registered for an exam of another program',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Another program has registered your account for an exam:</p>
<p>{{request}}</p>
<p>It sees your name, your address and what it has noted about you itself. The rest of your account stays hidden from it until you have taken an exam there.</p>
<p><a href="{{examsUrl}}">See my exams</a></p>
<p>Were you not expecting this? Write to that program, or to the one that knows you already.</p>`,
    },
    peopleEnrolledElsewhere: {
      subject: 'People of your program have been registered elsewhere',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Other programs have registered people of your program for their exams:</p>
<p>{{request}}</p>
<p>They see the name and address of these people and what they have noted themselves, until the people have taken an exam there. Your rights over these accounts stay the same.</p>`,
    },
  },
} as const satisfies Record<Language, object>;
