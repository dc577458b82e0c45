import type { PointerEvent, ReactNode } from 'react';

/** Text of a dense row: on one line, cut where its column ends, and whole in the title then. */
export function Cut({ children }: { children: ReactNode }) {
  const nameWhole = ({ currentTarget: text }: PointerEvent<HTMLElement>) => {
    const isCut = [text, ...text.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    text.title = isCut ? (text.textContent ?? '') : '';
  };
  return (
    <span className="cut" onPointerEnter={nameWhole}>
      {children}
    </span>
  );
}
