import { checkPassword } from '@guichet/contract/identity/account.given';
import { useRef, useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import {
  NewPasswordFields,
  type NewPasswordFieldsProps,
} from '../../../core/parts/passwords/NewPasswordFields.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { CheckIcon, CopyIcon, RefreshIcon } from '../../../ui/icons/moreIcons.tsx';

/** The fields for another person's password, with a button that generates a password. */
export function GivenPasswordFields(props: Omit<NewPasswordFieldsProps, 'children' | 'isForOther'>) {
  return (
    <NewPasswordFields {...props} isForOther>
      <PasswordDrawer
        userName={props.userName}
        name={props.name ?? ''}
        password={props.value.newPassword}
        onDraw={(drawn) => props.onChange({ newPassword: drawn, confirmNewPassword: drawn })}
      />
    </NewPasswordFields>
  );
}

interface PasswordDrawerProps {
  userName: string;
  name: string;
  password: string;
  onDraw: (password: string) => void;
}

/** How many generated passwords in a row may be refused; each is with a chance below 1 %. */
const mostDraws = 5;

/** Generates a valid password (S4.33), shows it, and copies it when the browser allows. */
function PasswordDrawer({ password, onDraw, ...owner }: PasswordDrawerProps) {
  const t = useT();
  const [drawn, setDrawn] = useState<string | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  /** Absent as soon as somebody types another password. */
  const shown = useRef<HTMLElement>(null);
  const latest = useRef('');
  const copyShown = useCopy(shown);
  const isShown = drawn !== null && drawn === password;

  /** Draws another one where the server would refuse the first, such as for a name by chance, unless somebody has typed meanwhile. */
  async function draw(draws = 1) {
    const newPassword = drawPassword();
    latest.current = newPassword;
    setDrawn(newPassword);
    onDraw(newPassword);
    const isTaken = await call(checkPassword, { body: { newPassword, ...owner } }).catch(() => true);
    if (!isTaken && draws < mostDraws && shown.current && latest.current === newPassword)
      await draw(draws + 1);
  }

  async function copy() {
    if (await copyShown(password)) setCopied(password);
  }

  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <SmallButton icon={RefreshIcon} onClick={() => draw()}>
        {t('Password.Draw')}
      </SmallButton>
      <span role="status" className="inline-flex items-center gap-1">
        {isShown && (
          <>
            <span className="sr-only">{t('Password.Drawn')}</span>
            <code ref={shown} className="select-all rounded-sm bg-sunken px-2 py-1 font-mono text-ink">
              {password}
            </code>
            {navigator.clipboard && (
              <IconButton
                size="sm"
                icon={copied === password ? CheckIcon : CopyIcon}
                label={t(copied === password ? 'Password.Copied' : 'Password.Copy')}
                onClick={copy}
              />
            )}
          </>
        )}
      </span>
    </div>
  );
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const specials = '!#@$%^&*_';

/** A uniformly random integer from 0 to below `choices`. */
type Draw = (choices: number) => number;

/** S5.25: an uppercase letter, a digit, a special character and five lowercase letters, in any order. */
export function drawPassword(draw: Draw = drawFromCrypto): string {
  const kinds = [upper, digits, specials, lower, lower, lower, lower, lower];
  const drawn = kinds.map((kind) => kind.charAt(draw(kind.length)));
  return shuffle(drawn, draw).join('');
}

/** Fisher–Yates shuffle: every order is equally likely. */
function shuffle(items: readonly string[], draw: Draw): string[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as string, shuffled[last] as string];
  }
  return shuffled;
}

const allWords = 2 ** 32;

/** Rejection sampling: a word beyond the last whole multiple would favour low numbers. */
function drawFromCrypto(choices: number): number {
  const fair = allWords - (allWords % choices);
  for (;;) {
    const [word = fair] = crypto.getRandomValues(new Uint32Array(1));
    if (word < fair) return word % choices;
  }
}
