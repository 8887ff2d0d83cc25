import { lowerPriority } from '../../platform/runtime/concurrency/threadPriority.ts';

lowerPriority([0]);
// Only now, so that loading the readers is of that priority too.
await import('./sheetThread.ts');
