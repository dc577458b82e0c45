import { type ReactElement, useState } from 'react';

/** A page whose loader gave something else the second time: press `Load again`. */
export function LoadedTwice({ first, second }: { first: ReactElement; second: ReactElement }) {
  const [isAgain, setAgain] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAgain(true)}>
        Load again
      </button>
      {isAgain ? second : first}
    </>
  );
}
