/** What the parts of a scene share: objects are made once, and their ids are known to be of the scene. */
export type Around = {
  named: (id: string) => string;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
};

/** Makes each object when it is first asked for, and then always gives the same. */
export function lazily(): Around['once'] {
  return <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
}
