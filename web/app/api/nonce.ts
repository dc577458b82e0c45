import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';

/** Marks the scripts that this page may run; the gateway makes it. */
export const pageNonce = createContext<string>();

/** The same while rendering. Absent in the browser, where it is of no use. */
export const NonceContext = createReactContext<string | undefined>(undefined);
