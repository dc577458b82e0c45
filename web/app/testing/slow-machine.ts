import { configure } from '@testing-library/react';

// A machine that does much else answers late.
configure({ asyncUtilTimeout: 10_000 });
