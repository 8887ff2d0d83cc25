import { fillParams } from '@guichet/contract/core/errors';
import { joinNames } from '@guichet/contract/core/fullName';
import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { type CorrectionField, fieldsOfLockedOut } from '@guichet/contract/exams/candidate.corrections';
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import {
  type Account,
  selectAdministrators,
  selectManagers,
  selectSuperAdmins,
} from '../../../identity/users/users.service.ts';
import { findSender, mailPeople, makeMailing, portalSender } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';

const requestPath = (id: number) => `/corrections?request=${id}` as const;

export interface NewRequest {
  readonly systemId: number;
  readonly field: CorrectionField;
  readonly userId: number;
  /** Who wrote the request for the person; null: the person. */
  readonly writer: string | null;
  readonly person: { readonly firstName: string; readonly lastName: string };
  readonly request: string;
}

interface StoredRequest extends NewRequest {
  readonly id: number;
}

interface PassedOn extends StoredRequest {
  /** The name of whoever passed the request on; null: it went on at once, as the person asked for it. */
  readonly by: string | null;
}

/** Tells those to whom a request was passed on: the administrators who may make it, else the super admins. */
export async function queuePassedOnMail(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, field, userId, writer, person, request, by }: PassedOn,
): Promise<void> {
  const managers = await selectManagers(tx, [userId]);
  const administrators = managers.filter(({ isSuperAdmin }) => !isSuperAdmin);
  const purpose = 'correctionPassedOn';
  await mailPeople(context, tx, administrators.length > 0 ? administrators : managers, {
    async text(language) {
      const { title: systemTitle } = await findSender(tx, systemId, language);
      const { correction, passedOn, passedOnAtOnce, passedOnFor, passedOnOf } = mailWords[language];
      const whose = writer === null ? passedOn : writer === by ? passedOnFor : passedOnOf;
      const words = by === null ? passedOnAtOnce : whose;
      const about = {
        by: by ?? '',
        writer: writer ?? '',
        person: joinNames(person),
        field: correction.fields[field],
      };
      return makeMailing(portalSender, { purpose, language }, requestText(purpose, language, field), {
        systemTitle,
        examPath: requestPath(id),
        note: fillParams(words, about),
        request: requestIn(language, field, request),
      });
    },
    key: () => `${purpose}:${context.clock.uuid()}`,
  });
}

function requestText(
  purpose: 'correctionPassedOn' | 'correctionWaits',
  language: Language,
  field: CorrectionField,
) {
  const { subject, ...text } = mailText(purpose, language);
  return { ...text, subject: fillParams(subject, { field: mailWords[language].correction.fields[field] }) };
}

/** A request about an exam, whose form begins its lines with labels in the language of the writer. */
function requestIn(language: Language, field: CorrectionField, request: string): string {
  if (field !== 'exam') return request;
  const into = mailWords[language].correction.exam;
  const of = mailWords[otherLanguage(language)].correction.exam;
  const inWords = (line: string) => {
    const labels = (['about', 'wanted'] as const).map((name) => ({ of: of[name], into: into[name] }));
    const label = labels.find((one) => line.startsWith(fillParams(one.of, { exam: '' })));
    if (!label) return line;
    const said = line.slice(fillParams(label.of, { exam: '' }).length);
    const choice = (['notListed', 'unknown'] as const).find((name) => said === of[name]);
    return fillParams(label.into, { exam: choice ? into[choice] : said });
  };
  return request.split('\n').map(inWords).join('\n');
}

const waitingMailSeconds = 3600;

/** Who answers a request of a person: the administrators of its system, else the super admins. */
export async function findReaders(db: ReadDb, systemId: number, userId: number) {
  const administrators = (await selectAdministrators(db, [systemId])).filter(({ id }) => id !== userId);
  return administrators.length > 0 ? administrators : selectSuperAdmins(db, [userId]);
}

/** Tells the readers of a waiting request, each once an hour, but of somebody who is locked out each time. */
export async function queueWaitingMail(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, field, userId, writer, person, request }: StoredRequest,
): Promise<void> {
  const readers = await findReaders(tx, systemId, userId);
  const purpose = 'correctionWaits';
  const hour = Math.floor(context.clock.now().getTime() / 1000 / waitingMailSeconds);
  const once = fieldsOfLockedOut.has(field) ? context.clock.uuid() : hour;
  await mailPeople<(typeof readers)[number] | Account>(context, tx, readers, {
    async text(language) {
      const words = mailWords[language];
      const about = { by: writer ?? '', person: joinNames(person), field: words.correction.fields[field] };
      return makeMailing(
        await findSender(tx, systemId, language),
        { purpose, language },
        requestText(purpose, language, field),
        {
          examPath: requestPath(id),
          note: fillParams(writer === null ? words.waiting : words.waitingFor, about),
          request: requestIn(language, field, request),
        },
      );
    },
    key: (reader) => `${purpose}:${systemId}:${reader.id}:${once}`,
  });
}
