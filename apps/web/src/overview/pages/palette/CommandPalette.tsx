import { useState } from 'react';
import { usePageAddress } from '../../../core/address/location.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useDelayedFlag } from '../../../core/timing/useDelayedFlag.ts';
import { UserDialogs, useUserDialogs } from '../../../identity/pages/users/UserDialogs.tsx';
import { type Command, CommandList } from '../../../ui/aria/CommandList.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useCommands } from './useCommands.ts';

export interface CommandPaletteProps {
  open: boolean;
  /** The text of the field, including text typed before the palette had loaded. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** Finds people, exams, systems, pages and actions, and goes there; a person's panel opens over the page. */
export function CommandPalette({ open, text, onText, onClose }: CommandPaletteProps) {
  const t = useT();
  const dialogs = useUserDialogs();
  const address = usePageAddress();
  const [openedAt, setOpenedAt] = useState(address);
  // A link in a person's panel leads to another page, which the panel would cover.
  if (openedAt !== address) {
    setOpenedAt(address);
    dialogs.open(null);
  }
  // Kept only here, since searches reveal facts about people.
  const [recent, setRecent] = useState<readonly Command[]>([]);

  function choose(command: Command) {
    // The words of a language or theme would be those from before.
    if (command.id.startsWith('do-')) return onClose();
    setRecent([command, ...recent.filter(({ id }) => id !== command.id)].slice(0, 3));
    onClose();
  }

  return (
    <>
      <ClosableDialog open={open} onClose={onClose} title={t('Palette.Title')}>
        <Search text={text} onText={onText} recent={recent} onChosen={choose} onPerson={dialogs.openInfo} />
      </ClosableDialog>
      <UserDialogs dialogs={dialogs} />
    </>
  );
}

interface SearchProps extends Pick<CommandPaletteProps, 'text' | 'onText'> {
  recent: readonly Command[];
  onChosen: (command: Command) => void;
  onPerson: ReturnType<typeof useUserDialogs>['openInfo'];
}

/** Mounted only while the palette is open, so that nothing is requested before. */
function Search({ text, onText, recent, onChosen, onPerson }: SearchProps) {
  const t = useT();
  const failureText = useFailureText();
  const { isStaff, groups, isLoading, failed } = useCommands(text, recent, onPerson);
  const isSlow = useDelayedFlag(isLoading);
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const isNone = count === 0 && !isLoading && failed.length === 0;
  const isNear = count > 0 && groups.every(({ id, commands }) => id === 'similar' || commands.length === 0);
  return (
    <>
      <CommandList
        label={t(isStaff ? 'Palette.Search' : 'Palette.Search.Candidate')}
        text={text}
        onText={onText}
        groups={groups}
        status={
          (isSlow && t('Palette.Searching')) ||
          (isNone && t(isStaff ? 'Palette.None.Staff' : 'Palette.None', { search: text.trim() })) ||
          (isNear && t('Palette.None', { search: text.trim() })) ||
          (text.trim() !== '' && !isLoading && t('Palette.Count', { count })) ||
          t('Palette.Keys')
        }
        onChosen={(command) => (command.search ? onText(command.search) : onChosen(command))}
      />
      {failed[0] && (
        <Notice
          tone="warning"
          role="alert"
          title={t('Palette.Failed')}
          action={
            <SmallButton
              busy={failed.some(({ isFetching }) => isFetching)}
              onClick={() => failed.forEach((query) => void query.refetch())}
            >
              {t('Failure.Retry')}
            </SmallButton>
          }
        >
          {failureText(failed[0].error)}
        </Notice>
      )}
    </>
  );
}
