import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { MailField } from '@guichet/contract/systems/systemFields';
import { changeMailFrames, listMailFrames, type System } from '@guichet/contract/systems/systems';
import { query, useCall, useQueryClient } from '../../../core/call/query.ts';

type Frames = ReplyOf<typeof listMailFrames>;

/** The call that changes fields of frames; the table shows what was saved at once. Calls of one `scope` follow each other. */
export function useChangeFrames(scope: string) {
  const showSystems = useShowSystems();
  return useCall(changeMailFrames, { scope: { id: scope }, onSuccess: showSystems });
}

/** Puts these systems into the list on the page. */
export function useShowSystems() {
  const client = useQueryClient();
  return (changed: readonly System[]) => {
    const newest = new Map(changed.map((system) => [system.id, system]));
    client.setQueryData(query(listMailFrames).queryKey, (frames) =>
      frames ? { ...frames, systems: frames.systems.map((one) => newest.get(one.id) ?? one) } : frames,
    );
  };
}

const otherLanguage: { readonly [Name in MailField]?: MailField } = {
  emailFromNameEn: 'emailFromName',
  officeFr: 'officeEn',
  officeEn: 'officeFr',
};

/** The values of mails where a system leaves a field empty: its text in the other language, or the university's value. */
export function findDefault(system: System, university: Frames['university'], name: MailField): string {
  const other = otherLanguage[name];
  const own = other && system[other];
  return own ?? university[name] ?? (other && university[other]) ?? '';
}

/** Whether candidates learn by what address, telephone or office to reach a system: its own, or the university's. */
export function isReachable(system: System, university: Frames['university']): boolean {
  return (['replyTo', 'phone', 'officeFr'] as const).some(
    (name) => system[name] || findDefault(system, university, name),
  );
}
