import type { Labels } from './instruments.ts';

/** One set of labels with its value. */
export type Series<T> = { readonly labels: Labels; readonly value: T };

/** Maximum of label sets per instrument; contracts have fewer. Further values are summed without labels. */
export const SERIES_MAX = 2_000;

/**
 * The values of one instrument by its labels. Measured tens of times a request: a set of labels is known by its values in
 * their order, which is the same for one instrument, since the SDK's way (sorted, as JSON) costs ten times as much.
 */
export class SeriesMap<T> {
  readonly #byKey = new Map<string, Series<T>>();
  readonly #create: () => T;

  constructor(create: () => T) {
    this.#create = create;
  }

  of(labels: Labels = {}): Series<T> {
    let key = '';
    for (const name in labels) key += `${labels[name]}\n`;
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#byKey.size >= SERIES_MAX && key !== '') return this.of({});
    const made = { labels, value: this.#create() };
    this.#byKey.set(key, made);
    return made;
  }

  all(): Iterable<Series<T>> {
    return this.#byKey.values();
  }
}
