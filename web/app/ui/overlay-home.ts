import { createContext, type RefObject } from 'react';

const main: RefObject<HTMLElement | null> = {
  get current() {
    return document.getElementById('main');
  },
};

/**
 * In which element menus, lists and hints are rendered: the page's main landmark, since a screen reader that goes from
 * landmark to landmark passes over what lies in none; undefined inside a dialog, which keeps them itself.
 */
export const OverlayHome = createContext<RefObject<HTMLElement | null> | undefined>(main);
