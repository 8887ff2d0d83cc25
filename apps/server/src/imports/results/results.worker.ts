import { lowerPriority } from '../../platform/runtime/concurrency/threadPriority.ts';

lowerPriority([0]);
await import('./resultsThread.ts');
