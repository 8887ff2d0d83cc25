import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import type { ListedUser } from '@guichet/contract/identity/users';

/** A signed-in client of a portal in another process, for tests and benchmarks. */
export interface ProcessClient {
  /** The value of its Authorization header. */
  readonly bearer: string;
  get(path: string): Promise<Response>;
  makeExamSpace(systemId: number, title: string): Promise<{ id: number; courseId: string }>;
  /** Imports a file; returns the count in the answer. @throws with the answer when it was refused */
  importFile(
    systemId: number,
    courseId: string,
    content: string | Uint8Array,
    more: { readonly sendEmail: boolean; readonly importId?: string; readonly fileName?: string },
  ): Promise<number>;
  listCandidates(systemId: number, examId: number): Promise<ListedUser[]>;
}

type LoggedIn = { readonly payload: TokenPair };

/** `told`: headers of the sign-in. */
export async function signInTo(
  url: string,
  email: string,
  password: string,
  told: Readonly<Record<string, string>> = {},
): Promise<ProcessClient> {
  const post = async <T>(
    path: string,
    body: string | FormData,
    headers: Record<string, string>,
  ): Promise<T> => {
    const reply = await fetch(url + path, { method: 'POST', headers, body });
    const answer: unknown = await reply.json();
    if (!reply.ok)
      throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer).slice(0, 400)}`);
    return answer as T;
  };
  const json = { 'content-type': 'application/json' };
  const credentials = JSON.stringify({ username: email, password });
  const { payload } = await post<LoggedIn>('/api/auth/login', credentials, { ...json, ...told });
  const bearer = { authorization: `Bearer ${payload.accessToken}` };
  const get = (path: string) => fetch(url + path, { headers: bearer });
  return {
    bearer: bearer.authorization,
    get,
    makeExamSpace: (systemId, title) =>
      post(`/api/exam/${systemId}`, JSON.stringify({ title, examDate: '2099-01-15' }), {
        ...json,
        ...bearer,
      }),
    importFile(systemId, courseId, content, { sendEmail, importId, fileName = 'liste.csv' }) {
      const form = new FormData();
      const fields = {
        systemId,
        languageId: 1,
        selectedCourse: courseId,
        sendEmail,
        ...(importId && { importId }),
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName);
      return post('/api/import', form, bearer);
    },
    listCandidates: async (systemId, examId) =>
      (await get(`/api/user/${systemId}/${examId}`)).json() as Promise<ListedUser[]>,
  };
}
