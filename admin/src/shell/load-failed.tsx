import { Alert, Button } from '@mantine/core';

/** What could not be loaded, and another try. */
export function LoadFailed({ title, again }: { title: string; again: () => void }) {
  return (
    <Alert color="red" title={title} role="alert">
      <Button size="xs" variant="default" onClick={again}>
        Try again
      </Button>
    </Alert>
  );
}
