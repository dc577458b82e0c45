const WAIT_MS = 30_000;

/** Has the service worker keep this page with all that it has loaded; true once it opens without a network. */
export async function keepPage(): Promise<boolean> {
  if (!navigator.serviceWorker) return false;
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, WAIT_MS, false);
  port1.onmessage = ({ data }) => resolve(data === 'kept');
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active.postMessage({ keepPage: window.location.pathname, files }, [port2]);
  return promise.finally(() => {
    clearTimeout(timer);
    port1.close();
  });
}
