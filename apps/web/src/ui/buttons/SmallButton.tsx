import { Button, type ButtonProps } from './Button.tsx';
import { ButtonLink, type ButtonLinkProps } from './ButtonLink.tsx';

/** The button of a row, a bar or a notice. */
export function SmallButton(props: Omit<ButtonProps, 'size'>) {
  return <Button {...props} size="sm" />;
}

/** The link of a row, a bar or a notice, which looks like a button. */
export function SmallLink(props: Omit<ButtonLinkProps, 'size'>) {
  return <ButtonLink {...props} size="sm" />;
}
