/** A sleep that something may end early. A wake that comes while nobody sleeps ends the next sleep at once. */
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
