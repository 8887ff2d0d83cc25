import { setTimeout as wait } from 'node:timers/promises';
import { runOn } from '../../apps/server/test/database/postgresDatabases.ts';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { NotHere } from '../fault.ts';
import { type Client, signIn } from '../history/client.ts';
import { History } from '../history/history.ts';
import { MailServer } from '../mail/mailServer.ts';
import { makeFolder, portalSettings, removeFolder } from '../places/machine.ts';
import type { Target } from '../places/testbed.ts';
import { type Balancer, balanceDatabase, balancePortals } from './balancer.ts';
import { DatabaseNode, missingPrograms, type NodeState } from './databaseNode.ts';
import { makeNetwork, type Network } from './network.ts';

/** In milliseconds: within which a started or mended cluster has a primary and two replicas. */
const healthyMilliseconds = 120_000;
/** In milliseconds: within which a started balancer has asked all nodes who they are. */
const balancerMilliseconds = 3_000;

/** Three database nodes, two portals, a balancer in front of each, and the history of what is sent. */
export class Cluster implements Target {
  readonly nodes: readonly DatabaseNode[];
  readonly portals: readonly PortalProcess[];
  readonly balancers: readonly Balancer[];
  readonly post: MailServer;
  history = new History();
  client: Client;
  readonly #network: Network;
  readonly #isSynchronous: boolean;
  readonly #folder: string;
  #names = 0;

  private constructor(
    parts: Pick<Cluster, 'nodes' | 'portals' | 'balancers' | 'post' | 'client'>,
    network: Network,
    isSynchronous: boolean,
    folder: string,
  ) {
    this.nodes = parts.nodes;
    this.portals = parts.portals;
    this.balancers = parts.balancers;
    this.post = parts.post;
    this.client = parts.client;
    this.#network = network;
    this.#isSynchronous = isSynchronous;
    this.#folder = folder;
  }

  /** @throws NotHere without root, Linux, or Debian's packages */
  static async open(isSynchronous: boolean): Promise<Cluster> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      throw new NotHere('A cluster takes Linux, and root for its network: skipped.');
    const missing = missingPrograms();
    if (missing.length > 0)
      throw new NotHere(`${missing.join(', ')} missing: apt install patroni etcd-server haproxy postgresql`);
    const network = makeNetwork(3);
    const nodes = network.names.map((name) => new DatabaseNode(network, name, isSynchronous));
    for (const node of nodes) node.start();
    await untilHealthy(nodes, isSynchronous);
    const folder = makeFolder('guichet-cluster-');
    const database = await balanceDatabase(
      folder,
      nodes.map(({ address }) => address),
    );
    const states = await statesOf(nodes);
    const primary = nodes[states.findIndex(({ role }) => role === 'primary')];
    const server = `postgres://postgres@${primary?.address}/postgres`;
    for (const statement of ['create role guichet login', 'create database guichet owner guichet'])
      await runOn(server, statement);
    await wait(balancerMilliseconds);
    const post = await MailServer.start();
    const settings = {
      ...portalSettings,
      DATABASE_URL: `postgres://guichet@127.0.0.1:${database.port}/guichet`,
      SMTP_URL: post.url,
    };
    const portals = [await PortalProcess.start(settings), await PortalProcess.start(settings)];
    const front = await balancePortals(
      folder,
      portals.map(({ url }) => url),
    );
    const url = `http://127.0.0.1:${front.port}`;
    const balancers = [database, front];
    const cluster = new Cluster(
      { nodes, portals, balancers, post, client: await untilSignedIn(url) },
      network,
      isSynchronous,
      folder,
    );
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${this.balancers[1]?.port}`;
  }

  newName(prefix: string): string {
    return `${prefix}${++this.#names}`;
  }

  /** Forgets what was sent before, also against the limits of an hour, or else later rounds send no mails. */
  async beginRound(): Promise<void> {
    this.history = new History();
    this.post.taken.length = 0;
    this.post.onTheLine.length = 0;
    const { address } = await this.primary();
    await runOn(`postgres://postgres@${address}/guichet`, 'delete from rate_limits');
    await this.beginSession();
  }

  /** A token expires after five minutes. */
  async beginSession(): Promise<void> {
    this.client = await untilSignedIn(this.url);
  }

  async primary(): Promise<DatabaseNode> {
    return this.#find(({ role }) => role === 'primary');
  }

  /** The replica without which no commit is answered; any replica where commits wait for none. */
  async replica(): Promise<DatabaseNode> {
    return this.#find(
      ({ role, isSynchronous }) => role === 'replica' && (isSynchronous || !this.#isSynchronous),
    );
  }

  cutOff(node: DatabaseNode): void {
    this.#network.cutOff(node.name);
  }

  join(node: DatabaseNode): void {
    this.#network.join(node.name);
  }

  /** Hands the primary over to its synchronous replica, as `patronictl switchover` does. */
  async switchOver(): Promise<void> {
    const [from, to] = [await this.primary(), await this.replica()];
    const body = JSON.stringify({ leader: from.name, candidate: to.name });
    const reply = await fetch(`http://${from.address}:8008/switchover`, { method: 'POST', body });
    if (!reply.ok) throw new Error(`The switchover was refused: ${await reply.text()}`);
  }

  /** Resolves when there are a primary and two replicas again. */
  untilHealthy(): Promise<void> {
    return untilHealthy(this.nodes, this.#isSynchronous);
  }

  async close(): Promise<void> {
    for (const portal of this.portals) {
      await portal.kill();
      portal.removeData();
    }
    for (const balancer of this.balancers) await balancer.kill();
    await this.post.down();
    for (const node of this.nodes) node.kill();
    this.#network.remove();
    for (const { disk } of this.nodes) disk.remove();
    removeFolder(this.#folder);
  }

  async #find(isMeant: (state: NodeState) => boolean): Promise<DatabaseNode> {
    for (let tries = 0; tries < 60; tries++) {
      const states = await statesOf(this.nodes);
      const found = this.nodes.find((_, n) => isMeant(states[n] as NodeState));
      if (found) return found;
      await wait(500);
    }
    throw new Error('No node is as it should be.');
  }
}

function statesOf(nodes: readonly DatabaseNode[]): Promise<NodeState[]> {
  const away: NodeState = { role: 'away', isSynchronous: false };
  return Promise.all(nodes.map((node) => node.state().catch(() => away)));
}

async function untilHealthy(nodes: readonly DatabaseNode[], isSynchronous: boolean): Promise<void> {
  for (const end = performance.now() + healthyMilliseconds; performance.now() < end; await wait(500)) {
    const states = await statesOf(nodes);
    const count = (isMeant: (state: NodeState) => boolean) => states.filter(isMeant).length;
    const isWhole =
      count(({ role }) => role === 'primary') === 1 && count(({ role }) => role === 'replica') === 2;
    if (isWhole && (!isSynchronous || count((state) => state.isSynchronous) === 1)) return;
  }
  const states = await statesOf(nodes);
  const words = nodes.map((node, n) => `${node.name} is ${states[n]?.role}:\n${node.lastWords()}`);
  throw new Error(`The cluster is not whole.\n${words.join('\n')}`);
}

async function untilSignedIn(url: string): Promise<Client> {
  for (let tries = 0; ; tries++) {
    try {
      return await signIn(url);
    } catch (error) {
      if (tries === 30) throw error;
      await wait(500);
    }
  }
}
