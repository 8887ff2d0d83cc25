import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { fillWithLog } from './fillWithLog.ts';

/** Something that happens to a cluster. `happen` returns what ends it; until then it lasts `seconds`. */
export interface ClusterFault {
  readonly sentence: string;
  readonly seconds: number;
  happen(cluster: Cluster): Promise<() => Promise<void>>;
}

export const clusterFaults: Readonly<Record<string, ClusterFault>> = {
  primaryKilled: {
    sentence: 'the machine of the primary dies (kill -9 of all that runs there), and comes back',
    seconds: 30,
    async happen(cluster) {
      const primary = await cluster.primary();
      primary.kill();
      return async () => primary.start();
    },
  },
  primaryFrozen: {
    sentence: 'the machine of the primary stands still, and goes on later as if nothing had been',
    seconds: 30,
    async happen(cluster) {
      const primary = await cluster.primary();
      primary.freeze();
      return async () => primary.thaw();
    },
  },
  primaryCutOff: {
    sentence: 'the primary no longer reaches the other nodes, while the balancer still reaches it',
    seconds: 30,
    async happen(cluster) {
      const primary = await cluster.primary();
      cluster.cutOff(primary);
      return async () => cluster.join(primary);
    },
  },
  switchedOver: {
    sentence: 'somebody hands the primary over on purpose, for work on its machine',
    seconds: 10,
    async happen(cluster) {
      await cluster.switchOver();
      return async () => {};
    },
  },
  replicaFull: {
    sentence: 'the disk of the synchronous replica is full',
    seconds: 20,
    async happen(cluster) {
      const replica = await cluster.replica();
      replica.disk.fill(0);
      await fillWithLog(await cluster.primary());
      return async () => replica.disk.empty();
    },
  },
  replicaFrozen: {
    sentence: 'the machine of the synchronous replica stands still',
    seconds: 30,
    async happen(cluster) {
      const replica = await cluster.replica();
      replica.freeze();
      return async () => replica.thaw();
    },
  },
  portalKilled: {
    sentence: 'one of the two portals dies, and is started again',
    seconds: 5,
    async happen({ portals: [portal] }) {
      await portal?.kill();
      return async () => portal?.startAgain();
    },
  },
  balancersKilled: {
    sentence: 'the balancers of portals and database die, and are started again after a second',
    seconds: 5,
    async happen({ balancers }) {
      await Promise.all(balancers.map((balancer) => balancer.kill()));
      await wait(1000);
      await Promise.all(balancers.map((balancer) => balancer.start()));
      return async () => {};
    },
  },
};
