import type { AppContext } from '../../core/context/appContext.ts';
import { listSystems } from '../../systems/system/systems.service.ts';
import { getUniversity, isAnswered } from '../../systems/university/university.service.ts';

/** All systems, each with whether answers to its mails are read; the university's values stand in for missing ones. */
export async function listSenders(context: AppContext) {
  const systems = await listSystems(context.database.read);
  const university = await getUniversity(context);
  return systems.map(({ id, isArchived, emailFrom, replyTo }) => {
    const from = { address: emailFrom ?? university.emailFrom };
    return { id, isArchived, isRead: isAnswered({ from, replyTo: replyTo ?? university.replyTo }) };
  });
}
