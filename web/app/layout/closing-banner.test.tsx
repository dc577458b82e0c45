import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { showPage } from '../testing/show-page.tsx';
import { ClosingBanner } from './closing-banner.tsx';

const closing = aPerson({ closingAt: timestampFromDate(new Date('2026-11-20T12:00:00Z')) });

test('an account that is closing reads on each page that it is, with the way to keep it [SET-05:banner]', async () => {
  await showPage(<ClosingBanner />, { viewer: closing, at: '/films' });
  expect((await screen.findByRole('link', { name: 'Keep my account' })).getAttribute('href')).toBe(
    '/settings/close-account',
  );
});

test.each([
  ['its own page says it', closing, '/settings/close-account'],
  ['the account is not closing', aPerson(), '/films'],
])('there is no banner when %s', async (_, viewer, at) => {
  await showPage(<ClosingBanner />, { viewer, at });
  expect(screen.queryByRole('link', { name: 'Keep my account' })).toBeNull();
});
