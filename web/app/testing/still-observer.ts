// What a browser has and jsdom has not: here nothing ever changes its size.
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.ResizeObserver ??= StillObserver;
