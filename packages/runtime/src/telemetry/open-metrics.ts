import { ValueType } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, type DataPoint, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import { NAMESPACE } from '../namespace.ts';
import { type About, connectMeter, type Labels, type Meter } from './instruments.ts';
import { type Series, SeriesMap } from './series.ts';

export type Metrics = {
  readonly contentType: string;
  /** All values now, in Prometheus' text format. */
  text(): Promise<string>;
  /** The meter to connect instruments to. */
  readonly meter: Meter;
  close(): void;
};

type Read = () => Promise<MetricData> | MetricData;
type Distribution = { counts: number[]; sum: number; count: number };

/** Connects the instruments of this process. `service` is a label of every value. */
export function openMetrics({ service }: { service: string }): Metrics {
  const reads: Read[] = [];
  const meter: Meter = {
    histogram(about, boundaries) {
      const limits = [...boundaries];
      const series = new SeriesMap<Distribution>(() => ({
        counts: Array(limits.length + 1).fill(0),
        sum: 0,
        count: 0,
      }));
      reads.push(() => histogramData(about, limits, series.all()));
      return (value, labels) => {
        const { value: into } = series.of(labels);
        const found = limits.findIndex((limit) => value <= limit);
        const bucket = found < 0 ? limits.length : found;
        into.counts[bucket] = (into.counts[bucket] ?? 0) + 1;
        into.sum += value;
        into.count += 1;
      };
    },
    counter(about) {
      const series = new SeriesMap(() => ({ sum: 0 }));
      reads.push(() =>
        numberData(
          about,
          'counter',
          [...series.all()].map(({ labels, value }) => [value.sum, labels]),
        ),
      );
      return (value, labels) => {
        series.of(labels).value.sum += value;
      };
    },
    observed: (about, kind, read) => void reads.push(async () => numberData(about, kind, await read())),
  };
  connectMeter(meter);
  const serializer = new PrometheusSerializer('', false, /^service$/, true, true);
  const resource = resourceFromAttributes({ service });
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async text() {
      const metrics = (await Promise.all(reads.map((read) => read()))).filter(
        ({ dataPoints }) => dataPoints.length > 0,
      );
      return serializer.serialize({ resource, scopeMetrics: [{ scope: { name: NAMESPACE }, metrics }] });
    },
    meter,
    close: () => connectMeter(undefined),
  };
}

const about = ({ name, help }: About) => ({
  descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
  aggregationTemporality: AggregationTemporality.CUMULATIVE,
});

// The text has no timestamps: a value is of the moment of the scrape.
const point = <T>(attributes: Labels, value: T): DataPoint<T> => ({
  ...{ startTime: [0, 0], endTime: [0, 0] },
  attributes,
  value,
});

function histogramData(instrument: About, boundaries: number[], series: Iterable<Series<Distribution>>): MetricData {
  const points = [...series].map(({ labels, value: { counts, sum, count } }) =>
    point(labels, { buckets: { boundaries, counts }, sum, count }),
  );
  return { ...about(instrument), dataPointType: DataPointType.HISTOGRAM, dataPoints: points };
}

function numberData(
  instrument: About,
  kind: 'gauge' | 'counter',
  values: readonly (readonly [value: number, labels: Labels])[],
): MetricData {
  const dataPoints = values.map(([value, labels]) => point(labels, value));
  if (kind === 'gauge') return { ...about(instrument), dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...about(instrument), dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}
