// Runs in the page: records when the first video shows its first picture, and when a button was pressed before.
const marks = { pressed: 0, frame: 0 };
window.marks = marks;
document.addEventListener('click', () => (marks.pressed = performance.now()), true);
new MutationObserver((_, observer) => {
  const video = document.querySelector('video');
  if (!video) return;
  observer.disconnect();
  video.requestVideoFrameCallback((now) => (marks.frame = now));
}).observe(document, { childList: true, subtree: true });
