import { connectMeter, type Labels } from '@marquee/runtime/telemetry/instruments';
import { atEnd } from '@marquee/testing/cleanup';

type Value = { name: string; value: number; labels: Labels };

const has = (labels: Labels, wanted: Labels) => Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** What the instruments of this process record from now until the end of the test file. */
export function recordedValues() {
  const values: Value[] = [];
  const readers = new Map<string, () => Promise<readonly (readonly [value: number, labels: Labels])[]>>();
  const keep =
    ({ name }: { name: string }) =>
    (value: number, labels: Labels = {}) =>
      void values.push({ name, value, labels });
  connectMeter({
    histogram: keep,
    counter: keep,
    observed: (about, _kind, read) => void readers.set(about.name, read),
  });
  atEnd(() => connectMeter(undefined));
  const of = (name: string, labels: Labels) => values.filter((one) => one.name === name && has(one.labels, labels));
  return {
    recorded: (name: string) => of(name, {}).map(({ value }) => value),
    counted: (name: string, labels: Labels) => of(name, labels).reduce((sum, { value }) => sum + value, 0),
    /** The largest reading of a gauge with these labels. */
    async read(name: string, labels: Labels): Promise<number> {
      const readings = (await readers.get(name)?.()) ?? [];
      return Math.max(...readings.filter(([, own]) => has(own, labels)).map(([value]) => value));
    },
  };
}
