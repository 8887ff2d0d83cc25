import type { CalendarDate } from '@internationalized/date';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
} from 'react-aria-components';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/moreIcons.tsx';
import { popoverStyle } from './popoverStyle.ts';

const arrow =
  'grid size-9 cursor-pointer place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink data-disabled:opacity-40';
const day =
  'grid size-9 cursor-pointer place-items-center rounded-md text-sm tabular-nums outline-none hover:bg-sunken ' +
  'data-outside-month:hidden data-disabled:cursor-default data-disabled:text-edge data-disabled:hover:bg-transparent ' +
  'data-today:font-bold data-today:text-accent-ink data-selected:bg-accent data-selected:text-white data-focus-visible:outline-2';

export interface DateCalendarProps {
  day: CalendarDate | null;
  /** The first selectable day. */
  min: CalendarDate | null;
  onPick: (day: CalendarDate) => void;
}

/** The calendar that a DateField opens. */
export function DateCalendar({ day: chosen, min, onPick }: DateCalendarProps) {
  return (
    <Popover placement="bottom end" className={popoverStyle}>
      <Dialog className="p-3 outline-none">
        <Calendar autoFocus firstDayOfWeek="mon" value={chosen} minValue={min} onChange={onPick}>
          <header className="flex items-center justify-between pb-2">
            <Button slot="previous" className={arrow}>
              <ChevronLeftIcon size={18} />
            </Button>
            <Heading className="font-medium text-ink first-letter:uppercase" />
            <Button slot="next" className={arrow}>
              <ChevronRightIcon size={18} />
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>
              {(name) => (
                <CalendarHeaderCell className="pb-1 font-normal text-muted text-xs">
                  {name}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className={day} />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}
