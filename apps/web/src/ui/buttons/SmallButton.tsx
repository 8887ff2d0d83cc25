import { Button, type ButtonProps } from './Button.tsx';

/** The button of a row, a bar or a notice. */
export function SmallButton(props: Omit<ButtonProps, 'size'>) {
  return <Button {...props} size="sm" />;
}
