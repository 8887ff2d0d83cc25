import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { chooseTitles, selectSystemLinks } from '../../access/access.service.ts';
import * as queries from './guests.queries.ts';

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
      const { language } = person;
      const [systemId = null, ...others] = new Set(places.map((place) => place.systemId));
      const lines = places.map((place) => titleOf(systems, place.systemId, language));
      const of = { purpose: 'enrolledElsewhere', senderId: others.length === 0 ? systemId : null } as const;
      await enqueue(context, tx, of, { ...person, lines: [...new Set(lines)] });
    }
    const administrators = await queries.selectAdministrators(tx, [...new Set(guests.map(({ id }) => id))]);
    for (const [, rows] of Map.groupBy(administrators, ({ id }) => id)) {
      const [reader] = rows;
      if (!reader) continue;
      const own = new Set(rows.map(({ guestId }) => guestId));
      const told = guests.filter(({ id, systemId }) => own.has(id) && !reader.systemIds.includes(systemId));
      if (told.length === 0) continue;
      const lines = linesFor(told, systems, reader.language);
      await enqueue(
        context,
        tx,
        { purpose: 'peopleEnrolledElsewhere', senderId: null },
        { ...reader, lines },
      );
    }
  });
}

function linesFor(guests: readonly queries.Guest[], systems: Systems, language: Language): string[] {
  return [...Map.groupBy(guests, ({ systemId }) => systemId)].map(([systemId, people]) => {
    const more = people.length - mostNames;
    const words = mailWords[language].guests;
    return fillParams(more > 1 ? words.andMore : more === 1 ? words.andOneMore : words.names, {
      title: titleOf(systems, systemId, language),
      names: people.slice(0, mostNames).map(joinNames).join(', '),
      more,
    });
  });
}

function titleOf(systems: Systems, systemId: number, language: Language): string {
  const system = systems.find((one) => one.systemId === systemId);
  return system ? chooseTitles(system)[language] : '';
}

async function enqueue(context: AppContext, tx: WriteTx, { purpose, senderId }: Told, reader: Reader) {
  const request = reader.lines.join('\n');
  await mailPeople(context, tx, [reader], {
    text: async (language) => {
      const from = await findSender(tx, senderId, language);
      const written = makeMailing(from, { purpose, language }, mailText(purpose, language), { request });
      return { ...written, systemId: null };
    },
    key: ({ id }) => `${purpose}:${id}:${context.clock.uuid()}`,
  });
}

/** `senderId`: the system whose office the mail names; null: the university's. */
interface Told {
  readonly purpose: 'enrolledElsewhere' | 'peopleEnrolledElsewhere';
  readonly senderId: number | null;
}
