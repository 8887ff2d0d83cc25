import { Agent, request } from 'node:http';
import { attack, type Count } from './underWay.ts';

const connections = 1000;
const addresses = 500;

/** Signs in over a thousand connections from five hundred addresses, each again after its reply. */
await attack<{ readonly url: string }>(({ url }, count) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (let n = 0; n < connections; n++) void tryOnAndOn(`${url}/api/auth/login`, agent, n, count);
});

async function tryOnAndOn(url: string, agent: Agent, n: number, count: Count): Promise<never> {
  const address = `198.18.${n % 2}.${Math.floor((n % addresses) / 2)}`;
  for (let tries = 0; ; tries++) {
    const body = JSON.stringify({
      username: `personne${n}.${tries % 7}@guichet.test`,
      password: 'Faux#Passe1',
    });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': address,
    };
    count(
      await new Promise<string>((resolve) => {
        const call = request(url, { method: 'POST', agent, headers }, (answer) => {
          answer.resume().once('end', () => resolve(`answered ${answer.statusCode}`));
        });
        call.once('error', () => resolve('cut off'));
        call.end(body);
      }),
    );
  }
}
