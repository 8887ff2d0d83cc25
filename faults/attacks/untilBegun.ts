import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

const { begun } = JSON.parse(process.argv[2] ?? '{}') as { readonly begun: string };
while (!existsSync(begun)) await wait(20);

/** An attack that others carry out: it is under way once this file is there. */
await attack(() => undefined);
