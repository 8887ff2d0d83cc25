import { setTimeout as wait } from 'node:timers/promises';
import { type Line, openLine, type Reply, type Request } from '../measure/httpLine.ts';
import type { Step, Timings } from './timings.ts';

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Thrown when a step has failed; the failure is counted already. */
export class StepFailed extends Error {}

/** Milliseconds of the life of an access token after which a page renews it. */
export const renewalMs = 5 * 60_000;

/**
 * One person's browser, with a network address of its own where the installation believes its proxies. The time of a step
 * counts from the moment for which it was due, so that a slow reply is not hidden by the steps that come later for it.
 */
export class Visitor {
  readonly #url: string;
  #timings: Timings;
  readonly #headers: Record<string, string>;
  #line: Line | null = null;
  #tokens: Tokens | null = null;
  #tokensSince = 0;
  /** By `performance.now()`. */
  #due: number;

  constructor(url: string, timings: Timings, number: number, due = performance.now()) {
    this.#url = url;
    this.#timings = timings;
    this.#headers = { 'x-forwarded-for': networkOf(number) };
    this.#due = due;
  }

  /** Waits for so many milliseconds after the last reply. */
  think(milliseconds: number): Promise<void> {
    return this.waitUntil(performance.now() + milliseconds);
  }

  /** By `performance.now()`. */
  async waitUntil(due: number): Promise<void> {
    this.#due = due;
    await wait(Math.max(0, due - performance.now()));
  }

  /** @throws StepFailed for another status than the expected one, or without a reply */
  async ask(step: Step, request: Request, expected = 200): Promise<Reply> {
    const reply = await this.#send(request).catch((error: Error) => this.fail(step, error.message));
    const now = performance.now();
    if (reply.status !== expected)
      return this.fail(step, `answered ${reply.status}: ${reply.body.toString('utf8', 0, 200)}`);
    this.#timings.took(step, now - this.#due);
    this.#due = now;
    return reply;
  }

  /** What comes from elsewhere than the portal's replies. @throws StepFailed when it does not */
  wait<T>(step: Step, awaited: Promise<T>): Promise<T> {
    return awaited.catch((error: Error) => this.fail(step, error.message));
  }

  /** Sends a body as JSON, within the person's session if one is open. */
  post(step: Step, path: string, body: object, expected = 200): Promise<Reply> {
    const content = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return this.ask(step, { method: 'POST', path, ...content }, expected);
  }

  get(step: Step, path: string): Promise<Reply> {
    return this.ask(step, { method: 'GET', path });
  }

  async signIn(email: string, password: string): Promise<void> {
    const { body } = await this.post('signIn', '/api/auth/login', { username: email, password });
    this.#keep((JSON.parse(body.toString()) as { payload: Tokens }).payload);
  }

  async renew(): Promise<void> {
    const { accessToken = '', refreshToken = '' } = this.#tokens ?? {};
    const query = new URLSearchParams({ token: accessToken, refreshToken });
    const { body } = await this.ask('renewal', { method: 'POST', path: `/api/auth/refresh?${query}` });
    this.#keep(JSON.parse(body.toString()) as Tokens);
  }

  /** As a page does before a call. */
  async renewIfDue(): Promise<void> {
    if (performance.now() - this.#tokensSince > renewalMs * 0.9) await this.renew();
  }

  /** The same browser, whose steps count elsewhere from now on. */
  recordingIn(timings: Timings): this {
    this.#timings = timings;
    return this;
  }

  /** Ends the connection, as browsers do some time after the last request. */
  hangUp(): void {
    this.#line?.close();
    this.#line = null;
  }

  async #send(request: Request): Promise<Reply> {
    this.#line ??= await openLine(this.#url);
    const bearer = this.#tokens && { authorization: `Bearer ${this.#tokens.accessToken}` };
    return this.#line.ask({ ...request, headers: { ...this.#headers, ...bearer, ...request.headers } });
  }

  #keep(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#tokensSince = performance.now();
  }

  /** Counts a failure that the status does not tell. @throws StepFailed */
  fail(step: Step, why: string): never {
    this.hangUp();
    this.#timings.failed(step, why);
    throw new StepFailed(why);
  }
}

/** An address of the networks that RFC 2544 keeps for measurements. */
function networkOf(number: number): string {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
}
