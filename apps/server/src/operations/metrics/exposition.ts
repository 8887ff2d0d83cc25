type Labels = Readonly<Record<string, string | number>>;

/** A metric, with a sample for each set of labels. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly { readonly suffix?: string; readonly labels?: Labels; readonly value: number }[];
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', values: [{ value }] };
}

/** The text format of https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function exposed(metrics: readonly Metric[]): string {
  const blocks = metrics.map(({ name, help, type, values }) => {
    const lines = values.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${braced(labels)} ${value}`,
    );
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}

function braced(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
