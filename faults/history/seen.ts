import type { ListedAuditLine } from '@guichet/contract/core/audit';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import type { Message } from '@guichet/contract/mail/messages';
import type { WrittenContent } from '@guichet/contract/systems/content';
import { type Client, read } from './client.ts';

export type AuditLogLine = Pick<ListedAuditLine, 'id' | 'action' | 'subject' | 'detail'>;

/** The portal's data, each part read once over HTTP on first use. */
export class Seen {
  readonly #client: Client;
  readonly #read = new Map<string, Promise<unknown>>();
  readonly #auditLog: ReadonlyMap<string, readonly AuditLogLine[]>;
  /** The id of the last audit line. */
  readonly lastLine: number;

  private constructor(client: Client, lines: readonly AuditLogLine[], after: number) {
    this.#client = client;
    this.#auditLog = Map.groupBy(lines, ({ action }) => action);
    this.lastLine = lines[0]?.id ?? after;
  }

  /** With the audit lines after the one with this id. */
  static async open(client: Client, after: number): Promise<Seen> {
    const lines: AuditLogLine[] = [];
    let before = '';
    for (;;) {
      const page = await read<{ lines: AuditLogLine[]; next: number | null }>(
        client,
        `/api/audit?pageSize=500${before}`,
      );
      lines.push(...page.lines.filter(({ id }) => id > after));
      if (page.next === null || page.next <= after) return new Seen(client, lines, after);
      before = `&before=${page.next}`;
    }
  }

  /** The number of audit lines for this action and subject. */
  lines(action: string, isMeant: (line: AuditLogLine) => boolean): number {
    return (this.#auditLog.get(action) ?? []).filter(isMeant).length;
  }

  exams(systemId: number): Promise<ExamSummary[]> {
    return this.#once(`/api/cohort/${systemId}?showAllActive=true`);
  }

  /** Null for an exam that is lost. */
  candidates(systemId: number, examId: number): Promise<ListedUser[] | null> {
    return this.#once<ListedUser[] | null>(`/api/user/${systemId}/${examId}`, null);
  }

  message(systemId: number, languageId: number): Promise<Message> {
    return this.#once(`/api/message/${systemId}/${languageId}`);
  }

  content(systemId: number): Promise<WrittenContent[]> {
    return this.#once(`/api/SystemContent/${systemId}`);
  }

  /** Null for a person who is lost. */
  async user(id: number): Promise<UserInfo | null> {
    const body = new URLSearchParams({ id: String(id) });
    const answer = await this.#client.post('/api/user/getuserinfo', body);
    return answer.status === 404 ? null : bodyOf<UserInfo>(answer);
  }

  /** The people with exactly this address; at most one. */
  async usersWith(email: string): Promise<{ readonly id: number; readonly email: string }[]> {
    return findUsers(this.#client, email);
  }

  #once<T>(path: string, ofNone?: T): Promise<T> {
    const known = this.#read.get(path) ?? read<T>(this.#client, path, ofNone);
    this.#read.set(path, known);
    return known as Promise<T>;
  }
}

export async function findUsers(client: Client, email: string): Promise<{ id: number; email: string }[]> {
  const asked = client.post('/api/user/search', {
    filters: [{ searchTerm: email, pageSize: 100, pageIndex: 1 }],
  });
  const { data } = bodyOf<{ data: { id: number; email: string }[] }>(await asked);
  return data.filter((user) => user.email === email);
}

function bodyOf<T>(answer: Awaited<ReturnType<Client['post']>>): T {
  if (answer.status !== 200) throw new Error(`Reading back failed: ${JSON.stringify(answer)}`);
  return answer.body as T;
}
