import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/longTest.ts';
import { systemClock } from '../../../core/runtime/clock.ts';
import { commonPasswords, commonWords } from '../fixtures/commonPasswords.ts';
import { drawPassword } from '../passwords.ts';
import { findStrengthFault } from './passwordStrength.ts';

const around = [
  'guichet',
  'Université Sainte-Anne',
  'Telfer',
  'CGPP/Odell',
  'Zoé',
  'Côté-Tremblay',
  'zoe.cote75',
];
const faultOf = (password: string) => findStrengthFault(password, around);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const withSigns = (word: string) =>
  word
    .replaceAll('a', '@')
    .replaceAll('e', '3')
    .replaceAll('o', '0')
    .replaceAll('i', '1')
    .replaceAll('s', '$');
const keepsRule = (password: string) => passwordFaults(password).length === 0;

/** Usual ways to extend a word so that it satisfies the rule. */
const dressed = (word: string): string[] =>
  [
    `${capital(word)}1!`,
    `${capital(word)}2027!`,
    `${capital(word)}#27`,
    `!${capital(word)}123`,
    `${capital(withSigns(word))}1!`,
  ].filter(keepsRule);

describe('a password is refused', () => {
  test('when it consists of a common word with any usual additions', () => {
    // Each word takes one of its additions, in rotation: an estimate takes milliseconds.
    const bad = commonWords.flatMap((word, index) => dressed(word).slice(index % 5, (index % 5) + 1));
    expect(bad.length).toBeGreaterThan(400);
    expect(bad.filter((password) => faultOf(password) !== 'commonPassword')).toEqual([]);
  });

  test('when it is a common one, in any case and with any ending', () => {
    for (const known of commonPasswords) expect(faultOf(capital(known)), known).toBe('commonPassword');
  });

  test.each([
    'P@ssw0rd1',
    'Passw0rd!',
    'Pa$$w0rd2',
    'Azerty123!',
    'Azerty1!',
    'Qwerty1!',
    'Qwertz#12',
    'Motdepasse1!',
    'M0tDeP@sse1',
    'MotDePasse#2027',
    'Soleil27!',
    '$oleil2027A',
    '5oleil#Ab',
    'Bonjour#2027',
    'Automne2026!',
    'Printemps#27',
    'Hiver2027!',
    'Summer2026!',
    'Janvier#01',
    'Montreal514!',
    'Canadiens#1',
    'Hockey#99a',
    'Iloveyou1!',
    'JeTaime#1',
    'Loulou75!',
    'Admin#2027',
    'Administrateur1!',
    'Changeme1!',
    'Bienvenue1!',
    'Welcome1!',
    'Letmein1!',
    'Abcdef#1',
    'Abcd1234!',
    'Aa123456!',
    'Aa12345678!',
    'Aaaa1111!',
    'Aa1!Aa1!',
    'Ab1!Ab1!',
    '1qaz@WSX',
    'Zaq1@wsx',
    'Qwe!@#123',
    '!@#$%^&*Aa1',
    'Q1w2e3r4!',
    'Dragon1!',
    'Monkey12!',
    'SuperMan#1',
    'Starwars1!',
    'Football7!',
    'Princess1!',
    'Chocolat1!',
    'Doudou01!',
    'Nicolas1!',
    'Michelle#1',
    'Jesus2027!',
    'MonSoleil#27',
    'LoveLove#1',
    'PasswordPassword1!',
  ])('such as %s', (password) => {
    expect(keepsRule(password)).toBe(true);
    expect(faultOf(password)).toBe('commonPassword');
  });

  test.each([
    'Telfer2026!',
    'T3lf3r#27',
    'Odell#2027',
    'Guichet1!',
    'Gu1ch3t#1',
    'SainteAnne#1',
    'Universite1!',
    'Tremblay#75',
    'ZoeCote#1',
    'ZoéCôté#1',
    'C0te-Tremblay1',
    'Cote#1Zoe',
    'Zoe#Zoe#1',
    'AdminTelfer1!',
    'SoleilTelfer#1',
    'MonGuichet#27',
  ])('when it is made of the names around, such as %s', (password) => {
    expect(passwordFaults(password).filter((fault) => fault !== 'hasSpecialCharacters')).toEqual([]);
    expect(faultOf(password)).toBe('nearPassword');
  });
});

const names = {
  Lea: ['Léa', 'Roy', 'lea.roy'],
  Zoe: ['Zoé', 'Côté-Roy', 'zcote-roy'],
  Noah: ['Noah', 'Dubé', 'noah77'],
  Anne: ['Marie-Anne', 'Li', 'mali'],
  Mali: ['Marie-Anne', 'Li', 'mali'],
  Neil: ['Jo', 'O’Neil', 'jo.oneil'],
};
const nameAround = fc.constantFrom(...Object.entries(names));
const oneOf = (chars: string) => fc.constantFrom(...chars);
const some = (chars: string, minLength: number, maxLength: number) =>
  fc.array(oneOf(chars), { minLength, maxLength }).map((drawn) => drawn.join(''));
const letters = 'abcdefghijklmnopqrstuvwxyz';
const dressing = '0123456789!@#$%^&*_';

describe('a short name', () => {
  test.each(['lea2027!L', 'Lea!4827x', 'X1953#lea', '27_Léa_48q', 'l3a2027!L', 'LeaLea48!', 'leaRoy#27'])(
    'dressed with digits and signs, such as %s, is refused',
    (password) => {
      expect(findStrengthFault(password, names.Lea)).toBe('nearPassword');
    },
  );

  test.each(['Lea!Hiver27', 'Ottawa#Lea1', 'L€a2027!x', '2027Roy_soleil'])(
    'beside one common word, or with a sign for a letter, such as %s, is refused',
    (password) => {
      expect(findStrengthFault(password, names.Lea)).toBe('nearPassword');
    },
  );

  const lea = [...names.Lea, 'LR', 'RL', '300123456', 'Université de la Ville'];
  test.each(
    `ael2027!L AelYor#27 yor!2027a L.e.a.2027! R_o_y#2027a L2e0a2!7 L-e-a-R-o-y-1! Lea!Nov2027 LeaNovembre27! Roy_Fall26 LéaRoy!Mars1
     L€a!Juil2027 Lea!Printemps1 yor_ael_Oct1 LR2027!a lr#2027Lr L_R_2027a! Lea2027!bzk Lea!abcd12 300123456Aa!`.split(
      /\s+/,
    ),
  )(
    'backwards, letter by letter, with a time, or as initials or a number, such as %s, is refused',
    (password) => {
      expect(findStrengthFault(password, lea)).toBe('nearPassword');
    },
  );

  longTest('within 200 ordinary good passwords spoils none of them', () => {
    const first = `Leaves Clear Please Ocean Learn Royal Troy Leader Malice Alike Noahide Annex Lioness Jolly Josef Limestone Cotes Pleat Cleanse
      Release Ream Balea Area Corroy Joyau Royaume Voyage Foyer Loyer Noyer Moyen Bleach Peach Teacher Leash Cleaver Maybe Marsupial Octobre Decor`;
    const second =
      `Falaise Grenier Moulin Tonneau Velours Bougie Marteau Cordage Phare Sentier Loutre Ardoise Fenouil Girafe Hublot Ivoire Jonquille
      Kayak Lierre Mosaic Nutmeg Otter Pebble Quartz Ribbon Saddle Thistle Umbra Velvet Walnut`.split(/\s+/);
    const good = first.split(/\s+/).flatMap((word, at) =>
      ['-', '7#', '_', '!4', '&9'].map((between, way) => {
        const other = second[(at * 5 + way * 7) % second.length];
        return `${word}${between}${other}${((at * 37 + way * 11) % 90) + 10}${way % 2 ? '!' : '#'}`.slice(
          0,
          25,
        );
      }),
    );
    expect(good.length).toBeGreaterThanOrEqual(200);
    const people = [lea, [...names.Noah, 'ND'], names.Mali, [...names.Neil, 'JO'], [...names.Zoe, 'ZCR']];
    const refused = people.flatMap((person) => good.filter((one) => findStrengthFault(one, person)));
    expect(refused).toEqual([]);
  });

  test.each(['XiWu2027!', 'Wu2027!xi1', 'Xi!123456W', 'xiwu!2027A'])(
    'of two letters, among digits and signs alone, such as %s, is refused',
    (password) => {
      expect(findStrengthFault(password, ['Xi', 'Wu', 'x.wu'])).toBe('nearPassword');
    },
  );

  test('is refused wherever it stands among digits, signs and two letters at most', () => {
    const stray = fc.tuple(some(dressing, 0, 4), some(letters, 0, 1), some(dressing, 0, 1));
    fc.assert(
      fc.property(nameAround, stray, stray, fc.boolean(), ([name, person], head, tail, isUpper) => {
        const password = `${head.join('')}${isUpper ? name : name.toLowerCase()}${tail.join('')}`;
        expect(findStrengthFault(password, person), password).not.toBeNull();
      }),
      { numRuns: 400, seed: 6, endOnFailure: true },
    );
  });

  test.each(['9d%cUpvt', 'kD7c&tmqe', 'vcu%9dTpm'])(
    'does not spoil %s, where its letters stand among others',
    (password) => {
      expect(findStrengthFault(password, ['DC', 'dc'])).toBeNull();
    },
  );

  longTest('does not spoil a random password that contains it by chance', () => {
    const random = some(`${letters}${letters.toUpperCase()}0123456789#%^&*_`, 5, 8);
    const ofLetters = (text: string) => text.replaceAll(/[^a-z]/gi, '').length;
    fc.assert(
      fc.property(nameAround, random, random, ([name, person], head, tail) => {
        fc.pre(ofLetters(head + tail) > 3);
        expect(findStrengthFault(`${head}${name.toLowerCase()}${tail}`, person)).toBeNull();
      }),
      { numRuns: 400, seed: 6, endOnFailure: true },
    );
  });

  test.each(['Pleasant7#Vole', 'Balea4#Grunx', 'Leave-Volcan92!', '83#lea5_9!27^4@6K', 'Roycorp#Lune4'])(
    'within something else, such as %s, is taken',
    (password) => {
      expect(findStrengthFault(password, names.Lea)).toBeNull();
    },
  );
});

test('the longest that the rule allows takes a bounded time, whatever its letters fold into', () => {
  for (const text of [
    '@4$5!1|0'.repeat(4).slice(0, 25),
    '\ufdfa'.repeat(25),
    'aA1!'.repeat(7).slice(0, 25),
  ]) {
    const start = process.cpuUsage();
    findStrengthFault(text, around);
    // CPU time in microseconds, so that other load on the machine does not count.
    expect(process.cpuUsage(start).user).toBeLessThan(400_000);
  }
});

describe('a password is taken', () => {
  longTest('that is random, of every kind and length', () => {
    const chars = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*_'];
    const drawn = fc
      .array(fc.constantFrom(...chars), { minLength: 10, maxLength: 25 })
      .map((some) => some.join(''));
    const strong = drawn.filter((text) => keepsRule(text) && new Set(text.toLowerCase()).size >= 7);
    fc.assert(
      fc.property(strong, (password) => {
        expect(faultOf(password)).toBeNull();
      }),
      { numRuns: 400, seed: 42, endOnFailure: true },
    );
  });

  longTest('that the program generates', () => {
    const clock = systemClock('UTC');
    for (let n = 0; n < 300; n++) expect(faultOf(drawPassword(clock))).toBeNull();
  });

  test.each([
    'Cle-Sure#1',
    'Autre-Cle#2',
    'Premier#Jour1',
    'Nouveau#Mot2',
    'Brume#Verte27',
    'Trois%Lampes9',
    'cheval!Agrafe7Pile',
    'Zoe-mange-7-Noix!',
    'kX9#vmQ2',
    'Guichet-Tonnelle7#',
    'Ours&Boussole8',
    'TelferVolcan#3',
  ])('of words that have nothing to do with each other, such as %s', (password) => {
    expect(faultOf(password)).toBeNull();
  });
});
