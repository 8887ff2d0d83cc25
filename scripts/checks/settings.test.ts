import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../apps/server/src/core/runtime/config.ts';
import { root } from '../setup/place.mjs';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const explained = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));

test('.env.example explains every setting of the program, and no other', () => {
  const known = ['config.ts', 'brightspaceSettings.ts'].flatMap((file) => {
    const source = readFileSync(join(root, 'apps/server/src/core/runtime', file), 'utf8');
    return [...source.matchAll(/^ {2}([A-Z_]+): (?:\(|text|id|(?:values\.)?optional)/gm)].map(
      ([, name = '']) => name,
    );
  });
  expect(known.length).toBeGreaterThan(10);
  expect(explained.map(({ name }) => name).sort()).toEqual([...known].sort());
});

test('.env.example is valid with every example enabled, and changes nothing as it is', () => {
  const examples = explained.map(({ name, value }) => `${name}=${value}`).join('\n');
  expect(() => readConfig(parseEnv(examples))).not.toThrow();
  expect(parseEnv(example)).toEqual({});
});
