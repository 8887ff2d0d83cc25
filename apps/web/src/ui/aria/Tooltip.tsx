import './pressRule.ts';
import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components';

export interface TooltipProps {
  text: ReactNode;
  /** One focusable element, such as a Button, with its own label: a tooltip only adds to it. */
  children: React.ComponentProps<typeof Focusable>['children'];
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={100}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        offset={6}
        className="max-w-xs rounded-md bg-ink px-2.5 py-1.5 text-paper text-sm shadow-float transition-opacity duration-150 data-entering:opacity-0 data-exiting:opacity-0"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
