/** A sleep that `wake` ends early. A wake without a sleeper ends the next sleep at once. */
export type Wake = { wake(): void; sleep(ms: number): Promise<void> };

export function createWake(): Wake {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake: () => {
      woken = true;
      end?.();
    },
    sleep: async (ms) => {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      woken = false;
    },
  };
}
