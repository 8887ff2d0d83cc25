import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PortalProcess, type Settings } from '../../e2e/fixtures/portalProcess.ts';
import { type Client, signIn } from '../history/client.ts';
import { History } from '../history/history.ts';
import { MailServer } from '../mail/mailServer.ts';
import { DatabaseLine } from './databaseLine.ts';
import { makeFolder, type Place, portalSettings, removeFolder } from './machine.ts';

const killAtSync = new URL('../preload/killAtSync.ts', import.meta.url).href;
const shiftClock = new URL('../preload/shiftClock.ts', import.meta.url).href;

/** Where operations are sent and mails arrive: what actors and checks need of a testbed. */
export type Target = Pick<Testbed, 'client' | 'history' | 'newName' | 'post'>;

/** The real program on a place, with a mail server, and the history of what is sent to it. */
export class Testbed {
  readonly place: Place;
  readonly portal: PortalProcess;
  readonly post: MailServer;
  readonly line: DatabaseLine | null;
  readonly history = new History();
  client: Client;
  readonly #orders: string;
  /** Milliseconds by which the program's clock is ahead. */
  #ahead = 0;
  #names = 0;

  private constructor(
    place: Place,
    portal: PortalProcess,
    post: MailServer,
    line: DatabaseLine | null,
    client: Client,
    orders: string,
  ) {
    this.place = place;
    this.portal = portal;
    this.post = post;
    this.line = line;
    this.client = client;
    this.#orders = orders;
  }

  /** On PostgreSQL, through a proxy that can cut the connection. */
  static async open(place: Place, more: Settings = {}): Promise<Testbed> {
    const post = await MailServer.start();
    const { DATABASE_URL } = place.settings;
    const line = DATABASE_URL === undefined ? null : await DatabaseLine.to(DATABASE_URL);
    const orders = join(makeFolder('guichet-faults-orders-'), 'kill');
    writeFileSync(orders, '');
    writeFileSync(clockOf(orders), '0');
    const portal = await PortalProcess.start({
      ...portalSettings,
      ...place.settings,
      ...(line && { DATABASE_URL: line.url }),
      SMTP_URL: post.url,
      NODE_OPTIONS: `--import=${killAtSync} --import=${shiftClock}`,
      FAULTS_KILL_FILE: orders,
      FAULTS_CLOCK_FILE: clockOf(orders),
      ...more,
    });
    return new Testbed(place, portal, post, line, await signIn(portal.url), orders);
  }

  /** A name that is unique in this testbed. */
  newName(prefix: string): string {
    return `${prefix}${++this.#names}`;
  }

  /** Embedded database: kills the program at this sync from now on. */
  orderKill(order: `${'before' | 'after'} ${number}`): void {
    writeFileSync(this.#orders, order);
  }

  /** Starts the program again after its death; returns the milliseconds until a sign-in succeeded. */
  async recover(): Promise<number> {
    writeFileSync(this.#orders, '');
    if (this.line) this.line.judge = () => 'pass';
    const began = performance.now();
    await this.portal.startAgain();
    this.client = await signIn(this.portal.url);
    return performance.now() - began;
  }

  /** The time by the program's clock, in milliseconds. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Kills the program and starts it again at another time by its clock. */
  async restartAt(time: Date): Promise<void> {
    this.#ahead = time.getTime() - Date.now();
    writeFileSync(clockOf(this.#orders), String(this.#ahead));
    await this.portal.kill();
    await this.recover();
  }

  /** Tokens expire after five minutes, and there may be many rounds. */
  async signInAgain(): Promise<void> {
    this.client = await signIn(this.portal.url);
  }

  async close(): Promise<void> {
    await this.portal.kill();
    this.portal.removeData();
    await this.post.down();
    await this.line?.close();
    removeFolder(dirname(this.#orders));
    await this.place.remove();
  }
}

/** The file of the clock, beside that of the orders to kill. */
function clockOf(orders: string): string {
  return join(dirname(orders), 'clock');
}
