import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

const FOLLOW_AFTER_MS = 300;

/**
 * Takes a page to the address of what is typed in it: at once, or after a pause in typing. Who meanwhile opens another
 * page is not called back from there.
 */
export function useTypedAddress() {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (next !== pathname) clearTimeout(timer.current);
  }, [next, pathname]);

  const follow = (address: string) => {
    clearTimeout(timer.current);
    void navigate(address, { replace: true, preventScrollReset: true });
  };
  const followLater = (address: () => string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => follow(address()), FOLLOW_AFTER_MS);
  };
  return { follow, followLater };
}

/** Keeps a field in step with words of the address, which back and forward change, unless somebody types in it. */
export function useWordsOfAddress(field: RefObject<HTMLInputElement | null>, words: string): void {
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = words;
  }, [field, words]);
}
