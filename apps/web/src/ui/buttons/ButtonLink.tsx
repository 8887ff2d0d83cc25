import type { ComponentProps } from 'react';
import type { Icon } from '../icons/icon.tsx';
import { type ButtonLook, buttonStyle } from './buttonStyle.ts';

export interface ButtonLinkProps extends ButtonLook, Omit<ComponentProps<'a'>, 'className'> {
  icon?: Icon | undefined;
  iconEnd?: Icon | undefined;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, full, icon: IconPart, iconEnd: IconEnd, children, ...rest } = props;
  const iconSize = size === 'sm' ? 16 : 18;
  return (
    <a
      {...rest}
      className={buttonStyle({ ...(variant && { variant }), ...(size && { size }), ...(full && { full }) })}
    >
      {IconPart && <IconPart size={iconSize} />}
      {children}
      {IconEnd && <IconEnd size={iconSize} />}
    </a>
  );
}
