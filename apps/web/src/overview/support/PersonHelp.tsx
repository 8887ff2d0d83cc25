import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { SupportActions, type SupportActionsProps } from './SupportActions.tsx';
import { usePersonHistory } from './usePersonHistory.ts';
import { WrongTries } from './WrongTries.tsx';

/** Help for a person who calls: why they cannot sign in, a password link, the invitation again. */
export function PersonHelp(props: Omit<SupportActionsProps, 'history'>) {
  const history = usePersonHistory(props.person.id);
  return (
    <Loaded query={history} lines={2}>
      {(found) => (
        <div className="flex flex-col gap-3">
          {found.wrongTries && <WrongTries {...found.wrongTries} />}
          <SupportActions {...props} history={found} />
        </div>
      )}
    </Loaded>
  );
}
