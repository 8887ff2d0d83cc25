import { ButtonLink, type ButtonLinkProps } from './ButtonLink.tsx';

/** The link of a row, a bar or a notice, which looks like a button. */
export function SmallLink(props: Omit<ButtonLinkProps, 'size'>) {
  return <ButtonLink {...props} size="sm" />;
}
