import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PortalProcess, type Settings } from '../../e2e/fixtures/portalProcess.ts';
import { type Client, signIn } from '../history/client.ts';
import { History } from '../history/history.ts';
import { MailServer } from '../mail/mailServer.ts';
import { DatabaseLine } from './databaseLine.ts';
import { makeFolder, type Place, portalSettings, removeFolder } from './machine.ts';

const killAtSync = new URL('../preload/killAtSync.ts', import.meta.url).href;

/** The real program on a place, with a mail server, and the history of what is sent to it. */
export class Testbed {
  readonly place: Place;
  readonly portal: PortalProcess;
  readonly post: MailServer;
  readonly line: DatabaseLine | null;
  readonly history = new History();
  client: Client;
  readonly #orders: string;
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
    const portal = await PortalProcess.start({
      ...portalSettings,
      ...place.settings,
      ...(line && { DATABASE_URL: line.url }),
      SMTP_URL: post.url,
      NODE_OPTIONS: `--import=${killAtSync}`,
      FAULTS_KILL_FILE: orders,
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
