import { expect, test } from 'vitest';
import { someUnreachableFrames } from '../../../testing/samples.ts';
import { isReachable } from './contacts.api.ts';

const ways = {
  replyTo: 'bureau@uni.example',
  phone: '613 555-0199',
  officeFr: 'Pavillon Tabaret',
  officeEn: 'Tabaret Hall',
};
const names = ['replyTo', 'phone', 'officeFr', 'officeEn'] as const;
/** Every choice of the four fields, from none to all. */
const choices = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_name, at) => bits & (1 << at)),
);
const fill = (chosen: readonly (keyof typeof ways)[]) =>
  Object.fromEntries(chosen.map((name) => [name, ways[name]]));

test.each(choices.map((own) => [own]))(
  'one way to reach the system or the university is enough: %j',
  (own) => {
    const { systems, university } = someUnreachableFrames();
    const system = Object.assign({}, ...systems, fill(own));
    const found = choices.map((its) => isReachable(system, { ...university, ...fill(its) }));
    expect(found).toEqual(choices.map((its) => own.length + its.length > 0));
  },
);
