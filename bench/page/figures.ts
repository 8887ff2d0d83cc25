/** Three significant digits, grouped by thousands: 0.0123, 1.23, 123, 12 345. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100)
    return new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 }).format(value);
  return String(Number(value.toPrecision(3)));
}
