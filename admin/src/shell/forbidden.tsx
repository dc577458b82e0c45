import { Button, Stack, Text } from '@mantine/core';
import { useHref, useLocation } from 'react-router';
import { isSignedOut } from '../api.ts';

/** The session lost its rights, or ended, while the page was open. */
export function Forbidden({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const address = `${useHref(pathname)}${search}`;
  if (isSignedOut(error)) {
    return (
      <Stack align="center" py="xl">
        <title>Sign in · Marquee</title>
        <Text role="alert" ta="center">
          Your session has ended. Sign in again to continue here.
        </Text>
        <Button component="a" href={`/sign-in?returnTo=${encodeURIComponent(address)}`}>
          Sign in
        </Button>
      </Stack>
    );
  }
  return (
    <Stack align="center" py="xl">
      <title>No access · Marquee</title>
      <Text role="alert" ta="center">
        You don't have access to this page.
      </Text>
      <Button component="a" href="/">
        Go Home
      </Button>
    </Stack>
  );
}
