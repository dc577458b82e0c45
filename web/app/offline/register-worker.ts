/** Registers the service worker once the page has loaded, and names to it the files that were loaded before it ran. */
export function registerWorker(): void {
  if (!navigator.serviceWorker) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register('/service-worker.js');
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
    } catch {
      // The server has no worker, or there is no network: the page works without one.
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', register, { once: true });
}
