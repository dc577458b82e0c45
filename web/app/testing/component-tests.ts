import { configure, getConfig } from '@testing-library/react';
import React from 'react';

type Internals = Record<string, { recentlyCreatedOwnerStacks?: number }>;

// What is set for all tests of components, most of whose time would else go into descriptions that nobody reads.
configure(({ getElementError }) => ({
  // A machine that does much else answers late.
  asyncUtilTimeout: 10_000,
  // While something is waited for: when the time is over, the page is described once more.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting || !message) return getElementError(message, container);
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  },
}));

// React notes where each element was made, but for all after 10,000 in a second; here for none. No warning contains it.
const internals = (React as unknown as Internals).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => {} });
}
