import type { SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };
export type Icon = (props: IconProps) => React.JSX.Element;

/** A line icon on a 24 px grid. Decorative: the text stands beside the icon or in the control's label. */
/* @__NO_SIDE_EFFECTS__ */
export function icon(path: string): Icon {
  // biome-ignore lint/correctness/noComponentHookFactories: called while a module loads, never while rendering
  return function LineIcon({ size = 20, ...rest }) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}
