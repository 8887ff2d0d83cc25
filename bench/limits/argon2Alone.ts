/** Argon2id verifications (19 MiB, t 2, p 1) on all cores. Reports the number per second. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const seconds = Number(process.argv[2]);
const password = 'Mesure-Banc#27';
const known = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const start = performance.now();
const end = start + seconds * 1000;
let done = 0;
const work = async () => {
  while (performance.now() < end) {
    if (!(await verify(known, password))) throw new Error('the right password was refused');
    done++;
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.send?.((done * 1000) / (performance.now() - start), () => process.disconnect());
