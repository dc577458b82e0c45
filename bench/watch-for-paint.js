// Runs in the page: records its largest paint, how far its layout shifted, and the first picture of a video.
const paint = { largestMs: 0, shift: 0, largest: '', shifted: [], frameMs: 0 };
window.paint = paint;
const selectorOf = (node) => (node?.tagName ? `${node.tagName.toLowerCase()}.${node.className}` : '');
new PerformanceObserver((list) => {
  for (const { startTime, element, url } of list.getEntries()) {
    paint.largestMs = startTime;
    paint.largest = url || selectorOf(element);
  }
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    paint.shift += value;
    paint.shifted.push(...sources.map(({ node }) => selectorOf(node)));
  }
}).observe({ type: 'layout-shift', buffered: true });
new MutationObserver((_, observer) => {
  const video = document.querySelector('video');
  if (!video) return;
  observer.disconnect();
  video.requestVideoFrameCallback((now) => (paint.frameMs = now));
}).observe(document, { childList: true, subtree: true });
