import type { PlatformTry } from '@guichet/contract/overview/home.setup';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { ConnectorError, makeRemark, openConnector } from '../../../learning/learning.service.ts';
import { upsertStep } from './setup.queries.ts';

const patienceSeconds = 10;

/** Asks the learning platform for its product; the step is done when the platform answers and names no problem. */
export async function tryLearningPlatform(context: AppContext, grant: SystemsGrant): Promise<PlatformTry> {
  const { learningPlatform } = context.config;
  const answer = await askPlatform(context);
  await write(context, grant, async (tx) => {
    if (answer.problems.length === 0)
      await upsertStep(tx, 'learningPlatform', learningPlatform, context.clock.now());
    const detail = {
      name: answer.product ?? learningPlatform,
      reason: answer.problems.map(({ text }) => text).join(' '),
    };
    return record(null, { action: 'setup.platformTried', subject: null, detail });
  });
  return answer;
}

async function askPlatform(context: AppContext): Promise<PlatformTry> {
  try {
    const connector = openConnector(context);
    const { product, problems } = await connector.check(AbortSignal.timeout(patienceSeconds * 1000));
    return { product, problems: [...problems] };
  } catch (error) {
    if (error instanceof ConnectorError) return { product: null, problems: [error.remark] };
    if (error instanceof DOMException)
      return { product: null, problems: [makeRemark('noAnswer', { seconds: patienceSeconds })] };
    throw error;
  }
}
