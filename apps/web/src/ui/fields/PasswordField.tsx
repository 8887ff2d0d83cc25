import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx';
import { Field, type FieldWords } from './Field.tsx';

export interface PasswordFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'className' | 'type'> {
  showLabel: string;
  hideLabel: string;
  /** Shown while Caps Lock is on. */
  capsLockLabel?: string;
  /** For password managers: `current-password` signs in, `new-password` is being chosen. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button that reveals the text. Pasting is allowed. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, note, id, showLabel, hideLabel, capsLockLabel, ...input } = props;
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);

  function watchCapsLock(event: KeyboardEvent) {
    setCapsLockOn(event.getModifierState('CapsLock'));
  }

  return (
    <Field label={label} hint={hint} error={error} note={note} id={id}>
      {(ids) => (
        <>
          <div className="relative">
            <input
              {...input}
              {...ids}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLockOn(false)}
              type={isShown ? 'text' : 'password'}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className="control pr-11"
            />
            <div className="absolute inset-y-0 right-0 grid place-items-center">
              <IconButton
                label={isShown ? hideLabel : showLabel}
                icon={isShown ? EyeOffIcon : EyeIcon}
                onClick={() => setShown(!isShown)}
              />
            </div>
          </div>
          {capsLockLabel && (
            <p role="status" className="text-muted text-sm min-h-0">
              {isCapsLockOn && capsLockLabel}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
