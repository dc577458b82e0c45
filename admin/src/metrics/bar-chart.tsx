import { Text } from '@mantine/core';

const HEIGHT = 120;
const BAR = 10;
const GAP = 2;
/** Bars that are not zero are seen. */
const BAR_HEIGHT_MIN = 2;

type BarChartProps = {
  title: string;
  bars: readonly { label: string; value: number }[];
  format?: (value: number) => string;
};

/** Values one beside the other; the table below a chart has them as text. */
export function BarChart({ title, bars, format = (value) => value.toLocaleString('en-US') }: BarChartProps) {
  const max = Math.max(0, ...bars.map(({ value }) => value));
  const width = bars.length * (BAR + GAP);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className="chart">
      <figcaption>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">{`Most: ${format(max)}`}</Text>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => {
          const height = value === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, (value / max) * HEIGHT);
          return (
            <rect key={label} x={index * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      {first && last && (
        <div className="chart-ends">
          <Text size="xs" c="dimmed">
            {first.label}
          </Text>
          <Text size="xs" c="dimmed">
            {last.label}
          </Text>
        </div>
      )}
    </figure>
  );
}
