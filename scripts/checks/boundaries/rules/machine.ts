import type { Rule, Use } from '../model.ts';
import { placeOf } from '../place.ts';

const configFile = 'apps/server/src/core/runtime/config.ts';
const clockFile = 'apps/server/src/core/runtime/clock.ts';
// Build and test code of the pages runs on the developer's machine.
const buildFile = /^apps\/[^/]+\/(?:vite|vitest)\.config\.ts$|^apps\/web\/build\//;

/** `process.env` only in the config; time and chance are injected, so that tests can set them. */
export const machineIsAskedInOnePlace: Rule = function* (files) {
  for (const { path, uses } of files) {
    const { package: name, isTest } = placeOf(path);
    if (name === 'outside' || isTest || buildFile.test(path)) continue;
    for (const { what, text, line } of uses) {
      if (what === 'environment' && path !== configFile) {
        yield {
          path,
          line,
          rule: 'settings-in-config',
          advice: `${text}: add the setting to platform/runtime/config.ts and take it from context.config`,
        };
      }
      if (isTimeOrChance(what) && name !== 'web' && path !== clockFile) {
        yield {
          path,
          line,
          rule: 'clock-from-outside',
          advice: `${text}: take the time or the chance from the clock of the context`,
        };
      }
    }
  }
};

function isTimeOrChance(what: Use['what']): boolean {
  return what === 'clock' || what === 'chance';
}
