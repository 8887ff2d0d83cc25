/** What the server answers instead of what it was asked for. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const problem = (status: number, type: string, title: string, detail: string) => ({
  type: `http://docs.valence.desire2learn.com/res/apiprop.html#${type}`,
  title,
  status,
  detail,
});

/** https://docs.valence.desire2learn.com/res/apiprop.html#Errors.ProblemDetails, as public clients recorded it. */
export function notAuthorized(orgUnitId: number, right: string): Refusal {
  const detail = `Not authorized for [ orgUnitId: ${orgUnitId}, securityVariableName: ${right} ]`;
  return new Refusal(403, problem(403, 'not-authorized', 'Not Authorized', detail));
}

export function invalidToken(): Refusal {
  return new Refusal(401, problem(401, 'invalid-token', 'Unauthorized', 'Token expired'));
}

/** RFC 6750 §3.1, to which https://docs.valence.desire2learn.com/basic/oauth2.html refers. */
export function insufficientScope(scope: string): Refusal {
  return new Refusal(403, problem(403, 'not-authorized', 'Forbidden', 'Forbidden'), {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  });
}

export function invalidParameters(detail: string): Refusal {
  return new Refusal(400, problem(400, 'invalid-parameters', 'Invalid Parameters', detail));
}

/** The page of a web server, with the message for people. */
export function page(status: number, text: string): Refusal {
  return new Refusal(
    status,
    `<!DOCTYPE html><html><head><title>${text}</title></head><body>${text}</body></html>`,
  );
}

export type NotFoundForm = 'problem' | 'errors' | 'page';

/** The three forms of 404 that were seen: also for what exists, but not for the one who asks. */
export function notFound(form: NotFoundForm): Refusal {
  if (form === 'page') return page(404, 'Not Found');
  if (form === 'errors') return new Refusal(404, { Errors: [{ Message: 'Resource Not Found' }] });
  return new Refusal(
    404,
    problem(404, 'resource-not-found', 'Resource Not Found', 'Unknown or bad identifier'),
  );
}
