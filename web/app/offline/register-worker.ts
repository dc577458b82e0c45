/**
 * Registers the service worker once the page has loaded, and names to it the files that were loaded before it ran. Not where
 * one answers already: browsers look for a new one by themselves, and `register` would bring one back that is ending itself.
 */
export function registerWorker(): void {
  if (!navigator.serviceWorker) return;
  const register = async () => {
    try {
      const { controller } = navigator.serviceWorker;
      if (!controller) await navigator.serviceWorker.register('/service-worker.js');
      const worker = controller ?? (await navigator.serviceWorker.ready).active;
      worker?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
    } catch {
      // The server has no worker, or there is no network: the page works without one.
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', register, { once: true });
}
