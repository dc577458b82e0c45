// What a browser has and jsdom has not: tabs that hear each other. A test is one tab and listens to itself.
class TabChannel {
  static readonly open = new Set<TabChannel>();
  readonly name: string;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    TabChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of TabChannel.open) {
      if (other !== this && other.name === this.name) other.onmessage?.(new MessageEvent('message', { data }));
    }
  }

  close(): void {
    TabChannel.open.delete(this);
  }
}

window.BroadcastChannel ??= TabChannel as unknown as typeof BroadcastChannel;
