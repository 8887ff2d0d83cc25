/** A signed-in client of a portal; its token is valid for five minutes. */
export interface SignedIn {
  readonly headers: { readonly authorization: string };
  /** The reply as JSON. @throws the reply when it is not 200 */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

/** @throws with the portal's reply */
export async function signInAs(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const reply = await fetch(url + path, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: email, password });
  const answer = await ask('/api/auth/login', { method: 'POST', headers: json, body });
  const { payload } = answer as { payload: { accessToken: string } };
  const headers = { authorization: `Bearer ${payload.accessToken}` };
  return {
    headers,
    get: (path) => ask(path, { headers }),
    post: (path, sent) =>
      ask(path, { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(sent) }),
  };
}
