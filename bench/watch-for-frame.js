// Runs in the page: notes when the first picture of the first video is shown, and when something was pressed before.
const marks = { pressed: 0, frame: 0 };
window.marks = marks;
document.addEventListener('click', () => (marks.pressed = performance.now()), true);
new MutationObserver((_, observer) => {
  const video = document.querySelector('video');
  if (!video) return;
  observer.disconnect();
  video.requestVideoFrameCallback((now) => (marks.frame = now));
}).observe(document, { childList: true, subtree: true });
