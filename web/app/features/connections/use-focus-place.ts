import type { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * For an element around the controls of a connection. An act removes the button that was pressed: the focus goes to what
 * takes its place.
 */
export function useFocusPlace(state: ConnectionState | undefined): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const isChanged = before.current !== undefined && state !== undefined && before.current !== state;
    before.current = state;
    if (isChanged && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('a, button, [tabindex]')?.focus({ preventScroll: true });
  }, [state]);
  return place;
}
