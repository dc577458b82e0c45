import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';

/** The nonce of this page's Content-Security-Policy; the gateway makes it. */
export const pageNonce = createContext<string>();

/** The same for components. Absent in the browser, where it is not needed. */
export const NonceContext = createReactContext<string | undefined>(undefined);
